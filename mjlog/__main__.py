"""`python -m mjlog`: the command line with the interpreter of one's choice."""

from mjlog.cli import main

if __name__ == "__main__":
    main()
