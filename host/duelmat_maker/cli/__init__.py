"""The commands of the maker's tools."""
