"""Duplicate matches: which agent is better, by how much, and how certain that is."""
