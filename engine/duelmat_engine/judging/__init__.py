"""Judging: prechecks, answers, verdicts and the list of legal actions."""
