"""What lies on the mat as its antennas see it; knows no rules, and guesses nothing."""
