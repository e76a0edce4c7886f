"""The referee's core: one table as a value, and what every input makes of it; pure."""
