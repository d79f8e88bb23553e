# SPDX-License-Identifier: Apache-2.0
"""`keyword`: the words that are no names."""

kwlist = (
    "False None True and as assert async await break class continue def del elif else except finally for from "
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
).split()
softkwlist = ["_", "case", "match", "type"]


def iskeyword(s):
    """Whether the text is a keyword."""
    return s in kwlist


def issoftkeyword(s):
    """Whether the text is a keyword in some places."""
    return s in softkwlist
