"""Decks for ngspice: the readers' bus and the supply's rails, made from a mat's own lengths."""
