"""Knowledge of unseen cards, and duels in which they are taken to be certain ones."""
