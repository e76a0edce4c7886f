"""Measurements of the firmware on the modelled board, in virtual time.

They run on MicroPython, under `python -m duelmat_rig.bench`. Each module has `measure(options,
cable)`, a generator that pauses often, as memory is freed only then, and returns its figures.
"""
