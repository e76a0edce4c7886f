"""Measurements of the firmware on the modelled board, in virtual time.

They run on MicroPython, started by `duelmat_bench.firmware.measure`; those that ask nothing of
its heap or its line counts run on CPython too (`duelmat_bench.firmware.on_cpython`), with equal
results. Each module has `measure(options)`, a generator that pauses often, as memory is freed
only then, and returns its figures.
"""
