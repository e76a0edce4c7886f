"""Who knows what: views, open duels and what follows from what was seen."""
