"""`python -m edgematch.cli` is the same as the command `edgematch`."""

from edgematch.cli import main

if __name__ == "__main__":
    main()
