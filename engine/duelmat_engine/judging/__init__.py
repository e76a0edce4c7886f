"""May this be done: prechecks, answers, verdicts and the list of legal actions."""
