"""A table's side of an event: what its journal records is reported, and what the event wants is
learnt. Lights and life points never wait for it.
"""
