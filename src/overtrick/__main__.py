"""``python -m overtrick``: the command line."""

from overtrick.cli import main

main()
