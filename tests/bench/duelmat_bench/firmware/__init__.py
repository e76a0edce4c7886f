"""Measures of the firmware on the modelled board, in virtual time: on MicroPython, or faster on
CPython.

What runs beside the firmware itself is in `duelmat_bench.on_board`.
"""
