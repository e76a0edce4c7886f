"""Measuring: the figures that `duelmat bench` prints, long runs, and hunts for faults in bulk.

It imports the program and is imported by nothing of it; it is there in a checkout only.
"""
