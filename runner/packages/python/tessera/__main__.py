# SPDX-License-Identifier: Apache-2.0
"""`python -m tessera ..` is `tessera ..`: this process becomes the binary's."""
import os
import sys

from .binary import find_binary
from .errors import BinaryError


def main() -> None:
    """Does not return: what `tessera` exits with is what this process exits with."""
    try:
        binary = find_binary()
    except BinaryError as error:
        sys.exit(f"tessera: error: {error}")
    os.execv(binary, [binary, *sys.argv[1:]])


if __name__ == "__main__":
    main()
