# SPDX-License-Identifier: Apache-2.0
"""`json`."""


class JSONDecodeError(ValueError):
    """Raised for a text that is no JSON."""

    pass


_escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def _quote(text, ascii_only):
    out = ['"']
    for c in text:
        n = ord(c)
        if c in _escapes:
            out.append(_escapes[c])
        elif n < 32 or (ascii_only and n > 126):
            if n > 0xFFFF:
                n -= 0x10000
                out.append(f"\\u{0xD800 | n >> 10:04x}\\u{0xDC00 | n & 0x3FF:04x}")
            else:
                out.append(f"\\u{n:04x}")
        else:
            out.append(c)
    out.append('"')
    return "".join(out)


def _number(value):
    if value != value:
        return "NaN"
    return "Infinity" if value == float("inf") else "-Infinity" if value == float("-inf") else repr(value)


def dumps(obj, *, ensure_ascii=True, indent=None, separators=None, default=None, sort_keys=False):
    """The object as a JSON text."""
    comma, colon = separators or ((", " if indent is None else ","), ": ")
    if isinstance(indent, int):
        indent = " " * indent

    def key_text(key):
        if isinstance(key, str):
            return key
        if key is None or isinstance(key, (bool, int, float)):
            return encode(key, "")
        raise TypeError(f"keys must be str, int, float, bool or None, not {type(key).__name__}")

    def wrap(parts, ends, level):
        if not parts:
            return ends
        if indent is None:
            return ends[0] + comma.join(parts) + ends[1]
        inner = level + indent
        return ends[0] + "\n" + inner + (comma + "\n" + inner).join(parts) + "\n" + level + ends[1]

    def encode(value, level):
        if value is None or isinstance(value, bool):
            return "null" if value is None else "true" if value else "false"
        if isinstance(value, str):
            return _quote(value, ensure_ascii)
        if isinstance(value, int):
            return str(int(value))
        if isinstance(value, float):
            return _number(value)
        deeper = level if indent is None else level + indent
        if isinstance(value, (list, tuple)):
            return wrap([encode(item, deeper) for item in value], "[]", level)
        if isinstance(value, dict):
            items = sorted(value.items()) if sort_keys else list(value.items())
            return wrap([_quote(key_text(k), ensure_ascii) + colon + encode(v, deeper) for k, v in items], "{}", level)
        if default is None:
            raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
        return encode(default(value), level)

    return encode(obj, "")


def dump(obj, fp, **kwargs):
    """Writes the object as a JSON text."""
    fp.write(dumps(obj, **kwargs))


def loads(s):
    """The object of a JSON text."""
    at = 0

    def fail(message):
        raise JSONDecodeError(
            f"{message}: line {s.count(chr(10), 0, at) + 1} column {at - s.rfind(chr(10), 0, at)} (char {at})"
        )

    def skip():
        nonlocal at
        while at < len(s) and s[at] in " \t\n\r":
            at += 1

    def text():
        nonlocal at
        out = []
        at += 1
        while True:
            if at >= len(s):
                fail("Unterminated string starting at")
            c = s[at]
            at += 1
            if c == '"':
                return "".join(out)
            if c != "\\":
                out.append(c)
                continue
            c = s[at : at + 1]
            at += 1
            if c == "u":
                n = int(s[at : at + 4], 16)
                at += 4
                if 0xD800 <= n < 0xDC00 and s[at : at + 2] == "\\u":
                    n = 0x10000 + ((n & 0x3FF) << 10 | int(s[at + 2 : at + 6], 16) & 0x3FF)
                    at += 6
                out.append(chr(n))
            elif c and c in '"\\/bfnrt':
                out.append({"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(c, c))
            else:
                fail("Invalid \\escape")

    def value():
        nonlocal at
        skip()
        c = s[at : at + 1]
        if c == '"':
            return text()
        if c == "[":
            at += 1
            items = []
            skip()
            if s[at : at + 1] == "]":
                at += 1
                return items
            while True:
                items.append(value())
                skip()
                at += 1
                if s[at - 1 : at] == "]":
                    return items
                if s[at - 1 : at] != ",":
                    at -= 1
                    fail("Expecting ',' delimiter")
        if c == "{":
            at += 1
            items = {}
            skip()
            if s[at : at + 1] == "}":
                at += 1
                return items
            while True:
                skip()
                if s[at : at + 1] != '"':
                    fail("Expecting property name enclosed in double quotes")
                key = text()
                skip()
                if s[at : at + 1] != ":":
                    fail("Expecting ':' delimiter")
                at += 1
                items[key] = value()
                skip()
                at += 1
                if s[at - 1 : at] == "}":
                    return items
                if s[at - 1 : at] != ",":
                    at -= 1
                    fail("Expecting ',' delimiter")
        for word, meaning in (
            ("null", None),
            ("true", True),
            ("false", False),
            ("NaN", float("nan")),
            ("Infinity", float("inf")),
            ("-Infinity", float("-inf")),
        ):
            if s.startswith(word, at):
                at += len(word)
                return meaning
        end = at
        while end < len(s) and s[end] in "+-.eE0123456789":
            end += 1
        number = s[at:end]
        if not number or number[0] not in "-0123456789":
            fail("Expecting value")
        at = end
        return float(number) if any([c in number for c in ".eE"]) else int(number)

    result = value()
    skip()
    if at != len(s):
        fail("Extra data")
    return result


def load(fp):
    """The object of a file's JSON text."""
    return loads(fp.read())
