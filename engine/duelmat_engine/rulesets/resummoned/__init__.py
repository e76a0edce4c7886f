"""Yugioh: Resummoned (statements RES-100.1 to RES-710.3): inserts, priority, fields without end.

Two to four players act in turn while they have priority; after every action some things happen by
themselves. Cards lie in columns that go on to both sides without end.
"""
