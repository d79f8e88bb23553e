# SPDX-License-Identifier: Apache-2.0
"""`json`."""


class JSONDecodeError(ValueError):
    """Raised for a text that is no JSON."""

    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        ValueError.__init__(self, f"{msg}: line {self.lineno} column {self.colno} (char {pos})")

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


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


class JSONEncoder:
    """Makes JSON texts of objects; `default` says what stands for one that JSON has not."""

    item_separator = ", "
    key_separator = ": "

    def __init__(
        self,
        *,
        skipkeys=False,
        ensure_ascii=True,
        check_circular=True,
        allow_nan=True,
        sort_keys=False,
        indent=None,
        separators=None,
        default=None,
    ):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        """What stands for an object that JSON has not."""
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        """The object as a JSON text."""
        return _text(self, o)

    def iterencode(self, o, _one_shot=False):
        """The object as pieces of a JSON text."""
        yield _text(self, o)


def _text(encoder, obj):
    ascii_only, indent = encoder.ensure_ascii, encoder.indent
    comma, colon = encoder.item_separator, encoder.key_separator
    if isinstance(indent, int):
        indent = " " * indent
    inside = set() if encoder.check_circular else None

    def number(value):
        if value == value and abs(value) != float("inf"):
            return float.__repr__(value)
        if not encoder.allow_nan:
            which = "" if indent is None else ": " + repr(value)  # as CPython's two encoders have it
            raise ValueError("Out of range float values are not JSON compliant" + which)
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"

    def key_text(key):
        if isinstance(key, str):
            return key
        if key is None or isinstance(key, (bool, int, float)):
            return encode(key, "")
        if encoder.skipkeys:
            return None
        raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")

    def wrap(parts, ends, level):
        if not parts:
            return ends
        if indent is None:
            return ends[0] + comma.join(parts) + ends[1]
        inner = level + indent
        return ends[0] + "\n" + inner + (comma + "\n" + inner).join(parts) + "\n" + level + ends[1]

    def pairs(value, level):
        for key, item in sorted(value.items()) if encoder.sort_keys else value.items():
            name = key_text(key)
            if name is not None:
                yield _quote(name, ascii_only) + colon + encode(item, level)

    def encode(value, level):
        if isinstance(value, str):
            return _quote(value, ascii_only)
        if value is None or value is True or value is False:
            return "null" if value is None else "true" if value else "false"
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, float):
            return number(value)
        if inside is not None:
            if id(value) in inside:
                raise ValueError("Circular reference detected")
            inside.add(id(value))
        deeper = level if indent is None else level + indent
        if isinstance(value, (list, tuple)):
            text = wrap([encode(item, deeper) for item in value], "[]", level)
        elif isinstance(value, dict):
            text = wrap(list(pairs(value, deeper)), "{}", level)
        else:
            text = encode(encoder.default(value), level)
        if inside is not None:
            inside.discard(id(value))
        return text

    return encode(obj, "")


def dumps(
    obj,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
    **kw,
):
    """The object as a JSON text."""
    return (cls or JSONEncoder)(
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=sort_keys,
        **kw,
    ).encode(obj)


def dump(obj, fp, **kwargs):
    """Writes the object as a JSON text."""
    fp.write(dumps(obj, **kwargs))


class JSONDecoder:
    """Makes objects of JSON texts; the hooks say of what classes."""

    def __init__(
        self,
        *,
        object_hook=None,
        parse_float=None,
        parse_int=None,
        parse_constant=None,
        strict=True,
        object_pairs_hook=None,
    ):
        self.object_hook, self.object_pairs_hook, self.strict = object_hook, object_pairs_hook, strict
        self.parse_float, self.parse_int, self.parse_constant = parse_float or float, parse_int or int, parse_constant

    def decode(self, s):
        """The object of a whole JSON text."""
        result, end = _parse(self, s, _skip(s, 0))
        end = _skip(s, end)
        if end != len(s):
            raise JSONDecodeError("Extra data", s, end)
        return result

    def raw_decode(self, s, idx=0):
        """The object of the JSON text that begins at a place, and where that text ends."""
        if idx < 0:
            raise ValueError("idx cannot be negative")
        return _parse(self, s, idx)


def _skip(s, at):
    while at < len(s) and s[at] in " \t\n\r":
        at += 1
    return at


_words = (
    ("null", None),
    ("true", True),
    ("false", False),
    ("NaN", float("nan")),
    ("Infinity", float("inf")),
    ("-Infinity", float("-inf")),
)
_plain = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/"}


def _unit(s, at):
    # The four hexadecimal digits of an escape.
    digits = s[at : at + 4]
    if len(digits) != 4 or any([c not in "0123456789abcdefABCDEF" for c in digits]):
        raise JSONDecodeError("Invalid \\uXXXX escape", s, at - 1)
    return int(digits, 16)


def _parse_text(s, begin, strict):
    at, out = begin + 1, []
    while True:
        end = at
        while end < len(s) and s[end] not in '"\\' and (s[end] >= " " or not strict):
            end += 1
        out.append(s[at:end])
        if end == len(s):
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        at = end + 1
        if s[end] == '"':
            return "".join(out), at
        if s[end] != "\\":
            raise JSONDecodeError("Invalid control character at", s, end)
        c = s[at : at + 1]
        if not c:
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        at += 1
        if c == "u":
            n = _unit(s, at)
            at += 4
            if 0xD800 <= n < 0xDC00 and s[at : at + 2] == "\\u":
                low = _unit(s, at + 2)
                if 0xDC00 <= low < 0xE000:
                    n = 0x10000 + ((n & 0x3FF) << 10 | low & 0x3FF)
                    at += 6
            out.append(chr(n))
        elif c in _plain:
            out.append(_plain[c])
        else:
            raise JSONDecodeError("Invalid \\escape", s, at - 2)


def _digits(s, at):
    while at < len(s) and s[at] in "0123456789":
        at += 1
    return at


def _parse_number(decoder, s, begin):
    first = begin + (s[begin : begin + 1] == "-")
    end = first + 1 if s[first : first + 1] == "0" else _digits(s, first)
    if end == first:
        raise JSONDecodeError("Expecting value", s, begin)
    whole = end
    if s[end : end + 1] == "." and _digits(s, end + 1) > end + 1:
        end = _digits(s, end + 1)
    if s[end : end + 1] in ("e", "E"):
        power = end + 1 + (s[end + 1 : end + 2] in ("+", "-"))
        if _digits(s, power) > power:
            end = _digits(s, power)
    return (decoder.parse_int if end == whole else decoder.parse_float)(s[begin:end]), end


def _parse(decoder, s, at):
    c = s[at : at + 1]
    if c == '"':
        return _parse_text(s, at, decoder.strict)
    if c == "[":
        return _parse_list(decoder, s, at + 1)
    if c == "{":
        return _parse_object(decoder, s, at + 1)
    for word, meaning in _words:
        if s.startswith(word, at):
            is_constant = isinstance(meaning, float) and decoder.parse_constant is not None
            return decoder.parse_constant(word) if is_constant else meaning, at + len(word)
    return _parse_number(decoder, s, at)


def _parse_list(decoder, s, at):
    items, at = [], _skip(s, at)
    if s[at : at + 1] == "]":
        return items, at + 1
    while True:
        item, at = _parse(decoder, s, at)
        items.append(item)
        at = _skip(s, at)
        if s[at : at + 1] == "]":
            return items, at + 1
        if s[at : at + 1] != ",":
            raise JSONDecodeError("Expecting ',' delimiter", s, at)
        at = _skip(s, at + 1)


def _parse_object(decoder, s, at):
    pairs, at = [], _skip(s, at)
    while s[at : at + 1] != "}" or pairs:
        if s[at : at + 1] != '"':
            raise JSONDecodeError("Expecting property name enclosed in double quotes", s, at)
        key, at = _parse_text(s, at, decoder.strict)
        at = _skip(s, at)
        if s[at : at + 1] != ":":
            raise JSONDecodeError("Expecting ':' delimiter", s, at)
        item, at = _parse(decoder, s, _skip(s, at + 1))
        pairs.append((key, item))
        at = _skip(s, at)
        if s[at : at + 1] == "}":
            break
        if s[at : at + 1] != ",":
            raise JSONDecodeError("Expecting ',' delimiter", s, at)
        at = _skip(s, at + 1)
    if decoder.object_pairs_hook is not None:
        return decoder.object_pairs_hook(pairs), at + 1
    made = dict(pairs)
    return made if decoder.object_hook is None else decoder.object_hook(made), at + 1


def loads(
    s,
    *,
    cls=None,
    object_hook=None,
    parse_float=None,
    parse_int=None,
    parse_constant=None,
    object_pairs_hook=None,
    **kw,
):
    """The object of a JSON text."""
    if isinstance(s, (bytes, bytearray)):
        s = bytes(s).decode("utf-8-sig" if s[:3] == b"\xef\xbb\xbf" else "utf-8")
    elif not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    elif s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    hooks = {
        "object_hook": object_hook,
        "object_pairs_hook": object_pairs_hook,
        "parse_float": parse_float,
        "parse_int": parse_int,
        "parse_constant": parse_constant,
    }
    kw.update({name: hook for name, hook in hooks.items() if hook is not None})
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **kwargs):
    """The object of a file's JSON text."""
    return loads(fp.read(), **kwargs)
