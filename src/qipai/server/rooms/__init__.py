"""Rooms: the fold of a log, the commands that extend it, and what each seat is shown."""
