"""Defines what cards can do: effects, operations, and the words they are written in."""
