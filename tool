#!/usr/bin/env python3
"""The repository's tools: `./tool --help` lists them."""

import sys

sys.dont_write_bytecode = True
if sys.version_info < (3, 11):
    sys.exit("error: the tools need Python 3.11 or later")

from tools.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
