"""Parts that the rulesets of the Yu-Gi-Oh! family share, each under its own statements.

Nothing here is a game: `ocg` is built of these tables, moves and steps, and so may be a ruleset of
one's own (docs/rulesets/writing.md). Each says in its `Citations` under which statement, or by
which reading as inherited, a limit stands.
"""
