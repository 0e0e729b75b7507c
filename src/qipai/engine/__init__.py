"""The engine interface: one deal behind indices, versions and plain JSON, for every game.

It follows the design document of a game engine that a user wrote for one of the games (clauses X-9 and X-10
of the rules hold it). A game that wants other JSON than the default brings a module `engine_adapter` in its folder.
"""

from __future__ import annotations
