# SPDX-License-Identifier: Apache-2.0
"""`enum`, as far as it is not in C++."""


def unique(enumeration):
    """Refuses an enum in which two members share a value."""
    duplicates = [(name, member.name) for name, member in enumeration.__members__.items() if name != member.name]
    if duplicates:
        details = ", ".join([f"{alias} -> {name}" for alias, name in duplicates])
        raise ValueError(f"duplicate values found in {enumeration!r}: {details}")
    return enumeration


# A property of members: in CPython one that also lets members have its name.
property = property
