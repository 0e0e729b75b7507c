"""Rooms without a server: the same rooms, rules and bots in one process, for one person, such as a browser's worker."""
