"""One module per step; each names the one before it."""
