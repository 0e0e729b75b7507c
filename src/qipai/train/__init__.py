"""Learns the weights of a game's policy: counterfactual labels, a linear fit, rounds of both. Needs numpy (extra `train`)."""
