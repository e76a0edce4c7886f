"""Making what each audience sees of a table: lights, displays, views; changes nothing."""
