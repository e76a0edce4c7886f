"""What cards can do: effects, operations, the words they are written in, what these come to."""
