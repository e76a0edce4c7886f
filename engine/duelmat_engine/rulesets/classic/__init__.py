"""What the rulesets of the Yu-Gi-Oh! family share, each under its own statements.

Nothing here is a game: `ocg` and `trigamon` build their rulesets from these tables and moves, and
say in their `Citations` under which statement, or by which reading as inherited, each limit
stands.
"""
