"""Measurements of the firmware on the modelled board, in virtual time.

They run on MicroPython, under `python -m duelmat_rig.bench`; those that ask nothing of its heap or
its line counts run on CPython too (`duelmat_rig.cpython`), and tell the same. Each module has
`measure(options)`, a generator that pauses often, as memory is freed only then, and returns its
figures.
"""
