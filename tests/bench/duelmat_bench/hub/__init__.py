"""Measures of the event hub."""
