# SPDX-License-Identifier: Apache-2.0
"""`base64`: bytes as text."""

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class _Error(ValueError):
    pass


_Error.__name__ = "Error"


def _bytes(s):
    return s.encode("ascii") if isinstance(s, str) else bytes(s)


def b64encode(s, altchars=None):
    """The bytes in 64 letters."""
    s, letters, out = bytes(s), _LETTERS + (b"+/" if altchars is None else altchars), []
    for i in range(0, len(s), 3):
        part = s[i : i + 3]
        number = int.from_bytes(part + bytes(3 - len(part)), "big")
        four = [letters[number >> k & 63] for k in (18, 12, 6, 0)]
        out += four[: len(part) + 1] + [61] * (3 - len(part))
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    """The bytes that letters stand for."""
    s = _bytes(s)
    letters = _LETTERS + (b"+/" if altchars is None else _bytes(altchars))
    values = {c: i for i, c in enumerate(letters)}
    if validate and any(c not in values and c != 61 for c in s):
        raise _Error("Only base64 data is allowed")
    bits, count, pads, out = 0, 0, 0, []
    for c in s:
        if c == 61:
            pads += 1
            if count % 4 >= 2 and count % 4 + pads >= 4:
                break
        elif c in values:
            bits, count, pads = bits << 6 | values[c], count + 1, 0
            if count % 4 == 0:
                out += [bits >> 16 & 255, bits >> 8 & 255, bits & 255]
                bits = 0
    rest = count % 4
    if rest == 1:
        told = f"Invalid base64-encoded string: number of data characters ({count})"
        raise _Error(told + " cannot be 1 more than a multiple of 4")
    if rest:
        if rest + pads < 4:
            raise _Error("Incorrect padding")
        out += [bits >> 10 & 255, bits >> 2 & 255] if rest == 3 else [bits >> 4 & 255]
    return bytes(out)


def standard_b64encode(s):
    """The bytes in 64 letters."""
    return b64encode(s)


def standard_b64decode(s):
    """The bytes that letters stand for."""
    return b64decode(s)


def urlsafe_b64encode(s):
    """The bytes in letters that an address may have."""
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    """The bytes that such letters stand for."""
    return b64decode(s, b"-_")


def b16encode(s):
    """The bytes as hexadecimal digits."""
    return bytes(s).hex().upper().encode("ascii")


def b16decode(s, casefold=False):
    """The bytes that hexadecimal digits say."""
    text = _bytes(s).decode("ascii")
    if any(c not in "0123456789ABCDEF" for c in (text.upper() if casefold else text)):
        raise _Error("Non-base16 digit found")
    if len(text) % 2:
        raise _Error("Odd-length string")
    return bytes.fromhex(text)
