# SPDX-License-Identifier: Apache-2.0
"""`pprint`."""


def _width_of(x):
    return len(repr(x))


def _format(x, indent, width, allowance, sort_dicts, depth):
    text = repr(x)
    if len(text) <= width - allowance or not isinstance(x, (dict, list, tuple, set, frozenset)) or not x:
        return text if not isinstance(x, dict) or not sort_dicts else _sorted_repr(x)
    pad = " " * (depth + 1)
    if isinstance(x, dict):
        items = list(x.items())
        if sort_dicts:
            try:
                items = sorted(items)
            except TypeError:
                items = sorted(items, key=lambda pair: (str(type(pair[0])), str(pair[0])))
        parts = []
        for i, (k, v) in enumerate(items):
            key = repr(k) + ": "
            parts.append(key + _format(v, indent, width - len(key) - 1, 1, sort_dicts, depth + 1 + len(key)))
        return "{" + (",\n" + pad).join(parts) + "}"
    opening, closing = (
        ("[", "]")
        if isinstance(x, list)
        else ("(", ",)" if len(x) == 1 else ")")
        if isinstance(x, tuple)
        else ("{", "}")
    )
    items = sorted(x) if isinstance(x, (set, frozenset)) else x
    parts = [_format(v, indent, width - 1, 1, sort_dicts, depth + 1) for v in items]
    return opening + (",\n" + pad).join(parts) + closing


def _sorted_repr(x):
    try:
        items = sorted(x.items())
    except TypeError:
        items = list(x.items())
    return "{" + ", ".join([repr(k) + ": " + (_sorted_repr(v) if type(v) is dict else repr(v)) for k, v in items]) + "}"


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """The object's text, broken into lines where it is wide."""
    if indent != 1 or depth is not None or compact or underscore_numbers:
        raise NotImplementedError("pprint with indent, depth, compact or underscore_numbers is not supported yet")
    return _format(object, indent, width, 0, sort_dicts, 0)


def pprint(
    object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False
):
    """Prints the object's text, broken into lines where it is wide."""
    print(
        pformat(
            object, indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers
        ),
        file=stream,
    )


def pp(object, *args, sort_dicts=False, **kwargs):
    """`pprint` that leaves dicts in their order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)
