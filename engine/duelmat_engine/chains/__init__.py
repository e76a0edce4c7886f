"""Simultaneous triggers, responses and the Chain."""
