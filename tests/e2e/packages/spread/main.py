# SPDX-License-Identifier: Apache-2.0
"""Finds both halves by sys.path."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
for part in ("part_a", "part_b"):
    sys.path.insert(0, os.path.join(here, part))

import kern
from kern import check

print([os.path.basename(os.path.dirname(folder)) for folder in kern.__path__], kern.__name__)
assert check.holds(37)
print("ok")
