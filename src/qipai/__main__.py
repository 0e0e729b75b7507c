"""`python -m qipai`: the command line."""

from qipai.cli.main import main

main()
