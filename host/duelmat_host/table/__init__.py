"""The referee's core: one table as a value, and a pure function that applies inputs to it."""
