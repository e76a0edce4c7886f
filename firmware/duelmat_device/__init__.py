"""Firmware of the board: readers, scanner, touch, lights, displays and the link to the host.

It senses and shows, and knows no rules. `on_board.py` is where it starts.
"""
