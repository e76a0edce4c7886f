"""The maker's tools: putting firmware on a board, testing a mat, enrolling its cards.

It judges no play; whoever plays needs none of it.
"""
