"""`python -m mcqa_cli`, and the `mcqa` command."""

import io
import os
import signal
import sys
import traceback


def main() -> None:
    """Run the command line of this process."""
    try:
        _open_standard_streams()
        if sys.argv[1:] in (["--version"], ["-V"]):  # asked often by tools, and needs nothing of what follows
            from mcqa_cli import __version__

            sys.stdout.write(f"mcqa {__version__}\n")
            sys.stdout.flush()
            return
        from mcqa_cli.cli import invoke

        status = invoke()
        sys.stdout.flush()
    except KeyboardInterrupt:  # while modules are being imported
        status = 130
    except OSError as error:  # the help or the version could not be printed; commands tell of their files themselves
        from mcqa_cli.commands.common import abandon_stdout, say

        abandon_stdout()
        status = 0 if isinstance(error, BrokenPipeError) else 2
        if status:
            say(f"mcqa: {error.strerror or error}")
    except Exception:  # a fault of our own: 1 would say that something was published
        traceback.print_exc()
        status = 2
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is left to do is not worth a traceback
    sys.exit(status)


def _open_standard_streams() -> None:
    """Keep files from taking the numbers of closed standard streams, and letters from failing in a poor encoding.

    A closed standard output still refuses what is written to it; a closed standard error swallows it.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
