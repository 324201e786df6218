"""`python -m mcqa_cli`, and the `mcqa` command."""

from mcqa_cli.cli import main

if __name__ == "__main__":
    main()
