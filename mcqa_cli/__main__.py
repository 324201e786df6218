"""`python -m mcqa_cli`, and the `mcqa` command."""

import sys


def main() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] in (["--version"], ["-V"]):  # asked often by tools, and needs nothing of what follows
        from mcqa_cli import __version__

        sys.stdout.write(f"mcqa {__version__}\n")
        return
    from mcqa_cli.cli import invoke

    sys.exit(invoke())


if __name__ == "__main__":
    main()
