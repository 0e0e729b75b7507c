"""Load on a real server process over real sockets: `make load`."""
