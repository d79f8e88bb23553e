# SPDX-License-Identifier: Apache-2.0
"""`struct`: numbers as bytes, in the formats that documentation lists."""

import math as _math


class error(Exception):
    """A format can't be used, or does not fit."""


_SIZES = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8}
_SIZES.update({"e": 2, "f": 4, "d": 8, "s": 1, "p": 1})
_NATIVE = {"l": 8, "L": 8, "n": 8, "N": 8, "P": 8}
_FLOATS = {"e": (5, 10), "f": (8, 23), "d": (11, 52)}


def _float_bits(x, exponents, fraction):
    sign = 1 if _math.copysign(1.0, x) < 0 else 0
    x, bias = abs(x), (1 << (exponents - 1)) - 1
    top = ((1 << exponents) - 1) << fraction
    if x != x:
        number = top | 1 << (fraction - 1)
    elif x == _math.inf:
        number = top
    elif x == 0:
        number = 0
    else:
        n, d = x.as_integer_ratio()
        exponent = max(_math.frexp(x)[1] - 1, 1 - bias)
        shift = fraction - exponent
        n, d = (n << shift, d) if shift >= 0 else (n, d << -shift)
        whole, rest = divmod(n, d)
        whole += 2 * rest > d or (2 * rest == d and whole & 1)
        number = whole + ((exponent + bias - 1) << fraction)
        if number >= top:
            name = {5: "e", 8: "f"}.get(exponents, "d")
            raise OverflowError(f"float too large to pack with {name} format")
    return sign << (exponents + fraction) | number


def _float_of(bits, exponents, fraction):
    bias = (1 << (exponents - 1)) - 1
    sign = -1.0 if bits >> (exponents + fraction) else 1.0
    exponent, part = bits >> fraction & ((1 << exponents) - 1), bits & ((1 << fraction) - 1)
    if exponent == (1 << exponents) - 1:
        return _math.nan if part else sign * _math.inf
    if exponent:
        return sign * _math.ldexp(part + (1 << fraction), exponent - bias - fraction)
    return sign * _math.ldexp(part, 1 - bias - fraction)


def _read(format):
    """The byte order, and `(letter, count, size, padding before)` of each item."""
    text = format.decode("ascii") if isinstance(format, bytes) else format
    mark = text[0] if text[:1] in tuple("@=<>!") and text else "@"
    text = text[1:] if text[:1] in tuple("@=<>!") and text else text
    items, at, i = [], 0, 0
    while i < len(text):
        if text[i].isspace():
            i += 1
            continue
        begin = i
        while i < len(text) and text[i].isdigit():
            i += 1
        count = int(text[begin:i]) if i > begin else 1
        if i == len(text):
            raise error("repeat count given without format specifier")
        letter, i = text[i], i + 1
        size = _NATIVE.get(letter) if mark == "@" else None
        size = _SIZES.get(letter) if size is None else size
        if size is None:
            raise error("bad char in struct format")
        pad = -at % size if mark == "@" else 0
        items.append((letter, count, size, pad))
        at += pad + count * size
    return "big" if mark in ">!" else "little", items, at


def calcsize(format, /):
    """How many bytes the format takes."""
    return _read(format)[2]


def _out_of_range(letter, value, low, high):
    # What fits no C integer of the kind that the number is read as is told first.
    least, most = (0, (1 << 64) - 1) if letter in "ILQNP" else (-(1 << 63), (1 << 63) - 1)
    if not least <= value <= most:
        return "argument out of range"
    name = {"b": "byte", "B": "ubyte", "h": "short", "H": "ushort"}.get(letter, f"'{letter}'")
    return f"{name} format requires {low} <= number <= {high}"


def pack(format, /, *v):
    """The values as bytes."""
    order, items, _ = _read(format)
    wanted = sum(0 if k == "x" else 1 if k in "sp" else n for k, n, _, _ in items)
    if wanted != len(v):
        raise error(f"pack expected {wanted} items for packing (got {len(v)})")
    out, values = b"", iter(v)
    for letter, count, size, pad in items:
        out += bytes(pad)
        if letter == "x":
            out += bytes(count)
            continue
        for _ in range(1 if letter in "sp" else count):
            value = next(values)
            if letter in "sp":
                if not isinstance(value, (bytes, bytearray)):
                    raise error(f"argument for '{letter}' must be a bytes object")
                value = bytes(value)[: count if letter == "s" else max(min(count - 1, 255), 0)]
                out += ((bytes([len(value)]) if letter == "p" and count else b"") + value).ljust(count, b"\0")
            elif letter == "c":
                if not isinstance(value, (bytes, bytearray)) or len(value) != 1:
                    raise error("char format requires a bytes object of length 1")
                out += bytes(value)
            elif letter == "?":
                out += b"\1" if value else b"\0"
            elif letter in _FLOATS:
                if not isinstance(value, (int, float)) and not hasattr(value, "__float__"):
                    raise error("required argument is not a float")
                out += _float_bits(float(value), *_FLOATS[letter]).to_bytes(size, order)
            else:
                if not isinstance(value, int):
                    if not hasattr(value, "__index__"):
                        raise error("required argument is not an integer")
                    value = value.__index__()
                signed = letter.islower()
                low = -(1 << (8 * size - 1)) if signed else 0
                high = (1 << (8 * size - signed)) - 1
                if not low <= value <= high:
                    raise error(_out_of_range(letter, value, low, high))
                out += int(value).to_bytes(size, order, signed=signed)
    return out


def unpack(format, buffer, /):
    """The values that the bytes are."""
    size = calcsize(format)
    if len(buffer) != size:
        raise error(f"unpack requires a buffer of {size} bytes")
    return unpack_from(format, buffer)


def unpack_from(format, /, buffer, offset=0):
    """The values that stand in the bytes from `offset` on."""
    order, items, total = _read(format)
    data = bytes(buffer)
    offset = offset + len(data) if offset < 0 else offset
    if len(data) - offset < total:
        told = f"unpack_from requires a buffer of at least {offset + total} bytes for unpacking {total} bytes at offset"
        raise error(f"{told} {offset} (actual buffer size is {len(data)})")
    out, at = [], offset
    for letter, count, size, pad in items:
        at += pad
        if letter in "xsp":
            part = data[at : at + count]
            if letter == "s":
                out.append(part)
            elif letter == "p":
                out.append(part[1 : 1 + part[0]] if part else b"")
            at += count
            continue
        for _ in range(count):
            part, at = data[at : at + size], at + size
            if letter == "c":
                out.append(part)
            elif letter == "?":
                out.append(part != b"\0")
            elif letter in _FLOATS:
                out.append(_float_of(int.from_bytes(part, order), *_FLOATS[letter]))
            else:
                out.append(int.from_bytes(part, order, signed=letter.islower()))
    return tuple(out)


def iter_unpack(format, buffer, /):
    """The values of each piece of the bytes."""
    size = calcsize(format)
    if not size or len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return iter([unpack_from(format, buffer, at) for at in range(0, len(buffer), size)])


class Struct:
    """A format."""

    def __init__(self, format):
        self.format, self.size = format, calcsize(format)

    def pack(self, *v):
        return pack(self.format, *v)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)
