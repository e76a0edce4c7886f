"""Languages: catalogs of translated messages, and what the languages call themselves."""
