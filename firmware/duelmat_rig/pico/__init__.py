"""The modules that a Raspberry Pi Pico offers its firmware, over the electronics.

Each file stands for the MicroPython module of its name; `slot.board` is the board in which this
Pico sits. Semantics follow the rp2 port's documentation, errors included.
"""
