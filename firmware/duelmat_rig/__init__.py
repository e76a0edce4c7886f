"""The simulated mat: the firmware, unchanged, on real MicroPython over modelled electronics.

`electronics` are the chips and the radio field, `pico` is what a Raspberry Pi Pico offers the
firmware as modules, `node` runs both; `python -m duelmat_rig` makes a process of it that a host
meets on a serial port, as it meets a board. Nothing in here is imported by host or firmware.
"""
