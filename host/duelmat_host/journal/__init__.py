"""The journal of a duel: entries written down before anything of them is shown; knows no rules."""
