"""Checks of users' own rulesets: whether one is complete and consistent, and how it fails."""
