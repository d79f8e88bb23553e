# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""The text of an array of items: as an array of numbers is laid out, each item in its own words."""


def _options():
    return np.get_printoptions()


def _item_texts(a):
    # The text of each item, in rows.
    if a.dtype.names is not None:
        return _texts_of_records(a)
    if a.dtype.kind in "Mm":
        return _texts_of_times(a)
    if a.dtype.kind == "V":
        return ["b'" + "".join([f"\\x{byte:02X}" for byte in raw]) + "'" for raw in a._raw()]
    if a.dtype.kind in "SU":
        return [repr(raw) for raw in a._raw()]
    return [_object_text(raw) for raw in a._raw()]


def _object_text(x):
    if isinstance(x, list):
        return f"list({x!r})"
    return repr(x) if isinstance(x, (str, bytes)) else _builtins.str(x)


def _joined_lines(texts, shape, separator, indent, width, edge):
    # Nested texts in brackets; rows are broken at the width of a line.
    if not shape:
        return texts[0]
    n = shape[0]
    chosen = list(range(n)) if edge is None or n <= 2 * edge else list(range(edge)) + [None] + list(range(n - edge, n))
    if len(shape) == 1:
        lines, line = [], ""
        for k, at in enumerate(chosen):
            word = "..." if at is None else texts[at]
            tail = separator.rstrip() if k + 1 < len(chosen) else "]"
            if line and len(indent) + len(line) + len(word) + len(
                tail if tail == "]" else separator.rstrip()
            ) > width - (0 if tail != "]" else 0):
                lines.append(line.rstrip())
                line = ""
            line += word + (separator if k + 1 < len(chosen) else "")
        lines.append(line)
        return "[" + ("\n" + indent).join(lines) + "]"
    step = len(texts) // n if n else 0
    parts = []
    for at in chosen:
        if at is None:
            parts.append("...")
        else:
            parts.append(
                _joined_lines(texts[at * step : (at + 1) * step], shape[1:], separator, indent + " ", width, edge)
            )
    return "[" + (separator.rstrip() + "\n" * (len(shape) - 1) + indent).join(parts) + "]"


def _text(a, separator, prefix, suffix=""):
    options = _options()
    if a.ndim == 0:
        return _item_texts(a)[0]
    if not a.size:
        return "[]"
    is_long = a.size > options["threshold"]
    width = options["linewidth"] - (len(suffix) if separator == ", " else 0)
    texts = _item_texts(a)
    edge = options["edgeitems"] if is_long else None
    return _joined_lines(texts, a.shape, separator, " " * (len(prefix) + 1), width, edge)


def _dtype_text(dtype):
    if dtype.kind == "O":
        return "object"
    if dtype.names is not None:
        return _builtins.str(dtype)
    return f"'{dtype.str if dtype.kind in 'SUV' else dtype}'"


def _repr(a):
    suffix = f"dtype={_dtype_text(a.dtype)})"
    text = _text(a, ", ", "array(", ")")
    if a.size == 0 and a.shape != (0,):
        text += f", shape={a.shape}"
    last = text.rsplit("\n", 1)[-1]
    length = len(last) + (6 if "\n" not in text else 0)
    space = "\n      " if length + len(suffix) + 2 > _options()["linewidth"] else " "
    return f"array({text},{space}{suffix}"


def _str(a):
    if a.ndim == 0:
        value = a[()]
        return _builtins.str(value)
    return _text(a, " ", "")
