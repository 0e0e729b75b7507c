"""Search and rollouts over worlds: knows State, no game by name."""
