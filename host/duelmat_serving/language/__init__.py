"""Languages: catalogs of translated messages, and which of them a reader is shown."""
