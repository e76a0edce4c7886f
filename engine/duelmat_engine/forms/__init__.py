"""Forms that people write and read back: actions, positions and records as text and tables."""
