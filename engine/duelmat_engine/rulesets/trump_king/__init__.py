"""Trump King: a duel with a pack of playing cards (statements TK-01 to TK-111).

Each player brings a pack: forty cards of 1 to 10, two Jokers, and twelve J, Q, K as the Extra
Deck. Any card can be a monster, magic or a trap.
"""
