"""Questions to a judge on paper: scenarios, battles and orders of triggers as tables."""
