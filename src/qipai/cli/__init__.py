"""The command line: play, replay, verify, rules, info, bench, games. No game is named here."""
