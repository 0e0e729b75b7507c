"""Duplicate matches: who plays better, by how much, and how sure that is."""
