"""`python -m qipai.cli`."""

from qipai.cli.main import main

main()
