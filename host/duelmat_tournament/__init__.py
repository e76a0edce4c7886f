"""Tournaments: what an event is, what may be done in it, who plays whom, who stands where.

Everything that happens is an entry: `decide` makes entries of a command or refuses it with the
reason, `fold` makes an event of entries. There is no clock, file, port or card in here, and no
chance but what follows from an event's seed.
"""
