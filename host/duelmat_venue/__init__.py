"""What a table and the hub of its event send each other: reports up, the wanted state down.

Values only. A table's side is `duelmat_host.uplink`, the hub's `duelmat_hub.venue`.
"""
