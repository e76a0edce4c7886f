"""Models of what is soldered to the board and what lies on the mat, in board time.

Runs on MicroPython beside the firmware, and on CPython for tests. No model asks a real clock, a
file or a socket for anything.
"""
