"""The commands, one file each: options in, exit status out. Each has `EPILOG` (its example) and `run`."""
