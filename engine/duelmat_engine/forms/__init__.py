"""What people write and read back: actions, positions, records and cards as text and tables."""
