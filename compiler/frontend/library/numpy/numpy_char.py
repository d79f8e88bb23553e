# SPDX-License-Identifier: Apache-2.0
# module: numpy.char numpy.core.defchararray
"""Methods of texts on arrays of them."""

import numpy as _np


def _texts(a):
    a = _np.asarray(a)
    if a.dtype.kind not in "SU":
        raise TypeError("string operation on non-string array")
    return a


def _each(function, *arrays, kind=None):
    # A function of the items of several arrays, broadcast.
    arrays = [_np.asarray(a) for a in arrays]
    shape = _np.broadcast_shapes(*[a.shape for a in arrays])
    lines = [_np.broadcast_to(a, shape).reshape(-1).tolist() for a in arrays]
    results = [function(*row) for row in zip(*lines)]
    if kind is object:
        made = _np.empty(len(results), object)
        for k, result in enumerate(results):
            made[k] = result
        made = made.reshape(shape)
    else:
        made = _np.array(results, dtype=arrays[0].dtype.kind if kind is None else kind).reshape(shape)
    return made if shape else made[()]


def _method(name, kind, summary):
    def f(a, *args):
        # Arguments that are texts or numbers are broadcast; None is left out.
        given = [x for x in args if x is not None]
        return _each(lambda x, *rest: getattr(x, name)(*rest), _texts(a), *given, kind=kind)

    f.__name__, f.__doc__ = name, summary
    return f


for _name in "capitalize lower upper swapcase title strip lstrip rstrip zfill".split():
    globals()[_name] = _method(_name, None, f"`{_name}` of each text.")
for _name in "isalnum isalpha isdigit islower isspace istitle isupper isdecimal isnumeric startswith endswith".split():
    globals()[_name] = _method(_name, bool, f"`{_name}` of each text.")
for _name in "find rfind index rindex count".split():
    globals()[_name] = _method(_name, int, f"`{_name}` of each text.")
for _name in "split rsplit splitlines".split():
    globals()[_name] = _method(_name, object, f"`{_name}` of each text.")


def _justified(name):
    def f(a, width, fillchar=" "):
        a = _texts(a)
        fill = fillchar.encode() if a.dtype.kind == "S" and isinstance(fillchar, str) else fillchar
        return _each(lambda x, n: getattr(x, name)(n, fill), a, width)

    f.__name__, f.__doc__ = name, f"`{name}` of each text."
    return f


center, ljust, rjust = _justified("center"), _justified("ljust"), _justified("rjust")


def _parted(name):
    def f(a, sep):
        parts = _each(lambda x, s: list(getattr(x, name)(s)), _texts(a), sep, kind=object)
        return _np.array(parts.tolist() if hasattr(parts, "tolist") else parts)

    f.__name__, f.__doc__ = name, f"`{name}` of each text, the parts along a new axis."
    return f


partition, rpartition = _parted("partition"), _parted("rpartition")


def replace(a, old, new, count=None):
    """Parts of each text replaced."""
    return _each(lambda x, o, n: x.replace(o, n, -1 if count is None else count), _texts(a), old, new)


def translate(a, table, deletechars=None):
    """Characters of each text replaced by a table."""
    return _each(lambda x: x.translate(table, *(() if deletechars is None else (deletechars,))), _texts(a))


def expandtabs(a, tabsize=8):
    """Spaces for tabs in each text."""
    return _each(lambda x, n: x.expandtabs(n), _texts(a), tabsize)


def join(sep, seq):
    """The characters of each text with separators between them."""
    return _each(lambda s, x: s.join(x), sep, seq)


def encode(a, encoding="utf-8", errors="strict"):
    """Texts as bytes."""
    return _each(lambda x: x.encode(encoding, errors), _texts(a), kind="S")


def decode(a, encoding="utf-8", errors="strict"):
    """Bytes as texts."""
    return _each(lambda x: x.decode(encoding, errors), _texts(a), kind="U")


def str_len(a):
    """The length of each text."""
    return _each(len, _texts(a), kind=int)


def add(x1, x2):
    """Texts one after the other."""
    return _each(lambda x, y: x + y, _texts(x1), _texts(x2))


def multiply(a, i):
    """Texts repeated."""
    return _each(lambda x, n: x * max(n, 0), _texts(a), i)


def mod(a, values):
    """Texts with values put in."""
    return _each(lambda x, y: x % y, _texts(a), values)


def _compared(name):
    def f(x1, x2):
        strip = globals()["rstrip"]
        return getattr(_np, name)(strip(x1), strip(x2))

    f.__name__, f.__doc__ = name, f"`{name}` of texts, spaces at their ends ignored."
    return f


for _name in "equal not_equal less less_equal greater greater_equal".split():
    globals()[_name] = _compared(_name)


def array(obj, itemsize=None, copy=True, unicode=None, order=None):
    """Refused: arrays of texts of a class of their own."""
    raise NotImplementedError("`np.char.chararray`")


asarray = chararray = array
