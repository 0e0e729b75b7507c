"""Rooms in which people and bots play: an append-only log per room, a WebSocket per player, REST for the rest."""
