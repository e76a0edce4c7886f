"""What may be done at all: what is possible, what may be chosen, what a question asks for."""
