# SPDX-License-Identifier: Apache-2.0
# module: absl.app
"""Programs that begin at a function."""

import sys


class UsageError(Exception):
    """A program that was called in a wrong way."""


def run(main, argv=None, flags_parser=None):
    """Calls the function with the command line's words."""
    sys.exit(main(list(sys.argv if argv is None else argv)[:1]))
