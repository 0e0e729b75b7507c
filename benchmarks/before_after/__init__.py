"""The speed of this version and of 0.1.0, in one run."""
