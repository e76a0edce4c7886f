"""The board's main.py: MicroPython runs it at every start."""

from duelmat_device import main

main.run()
