"""The commands of a table, of rules and of cards, a module each."""
