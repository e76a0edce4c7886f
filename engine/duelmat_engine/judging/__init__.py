"""May this be done: rules, answers, verdicts and remedies."""
