"""A hall of tables that play from records: what it bears, and how fast it is."""
