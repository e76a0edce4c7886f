"""The sentences of the table: verdicts, events and names in words."""
