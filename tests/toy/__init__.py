"""The toy game of docs/adding-a-game.md."""
