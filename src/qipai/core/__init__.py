"""What every game shares: no game is named here."""
