"""Measures of the link: wrong frames, lost frames, pulled cables, a host that stalls."""
