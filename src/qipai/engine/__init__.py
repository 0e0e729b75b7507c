"""The engine interface: one deal through indices, versions and plain JSON, for every game.

It implements a user's design document for a game engine (clauses X-9 and X-10 of docs/rules/xianqi.md). A game that needs
other JSON than the default has a module `engine_adapter` in its folder.
"""

from __future__ import annotations
