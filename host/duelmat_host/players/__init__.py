"""The players at a simulated mat: hands, page requests to them, opponent, scripted player."""
