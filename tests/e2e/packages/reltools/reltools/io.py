# SPDX-License-Identifier: Apache-2.0
"""A name that the standard library has, too."""
import io as standard


def write(lines):
    out = standard.StringIO()
    for line in lines:
        print(line, file=out)
    return out.getvalue()
