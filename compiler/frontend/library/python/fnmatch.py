# SPDX-License-Identifier: Apache-2.0
"""`fnmatch`."""

import re


def translate(pat):
    """A shell pattern as a regular expression."""
    out, i = "", 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            out += ".*"
        elif c == "?":
            out += "."
        elif c == "[":
            j = i
            if j < len(pat) and pat[j] == "!":
                j += 1
            if j < len(pat) and pat[j] == "]":
                j += 1
            while j < len(pat) and pat[j] != "]":
                j += 1
            if j >= len(pat):
                out += "\\["
            else:
                stuff = pat[i:j].replace("\\", "\\\\")
                i = j + 1
                out += (
                    "["
                    + ("^" + stuff[1:] if stuff[0] == "!" else "\\^" + stuff[1:] if stuff[0] == "^" else stuff)
                    + "]"
                )
        else:
            out += re.escape(c)
    return "(?s:" + out + ")\\Z"


def fnmatchcase(name, pat):
    """Whether the name matches the shell pattern."""
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    """The names that match."""
    return [name for name in names if fnmatchcase(name, pat)]
