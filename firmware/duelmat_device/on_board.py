"""What lies on the board as main.py: MicroPython runs it at every start."""

from duelmat_device import main

main.run()
