"""Firmware of the board: readers, scanner, touch, lights, displays and the link to the host.

It senses and shows, and knows no rules. `duelmat_device.main.run()` is where it starts.
"""
