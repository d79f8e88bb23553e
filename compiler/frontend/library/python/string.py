# SPDX-License-Identifier: Apache-2.0
"""`string`."""

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """The words with a capital first letter each."""
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class Template:
    """A text with `$name` in it."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = None
    pattern = None

    def __init__(self, template):
        self.template = template

    @classmethod
    def _find(cls):
        import re

        flags = re.IGNORECASE if cls.flags is None else cls.flags
        if cls.pattern is not None:
            return cls.pattern if hasattr(cls.pattern, "finditer") else re.compile(cls.pattern, flags | re.VERBOSE)
        mark = re.escape(cls.delimiter)
        braced = cls.braceidpattern or cls.idpattern
        text = f"{mark}(?:(?P<escaped>{mark})|(?P<named>{cls.idpattern})|{{(?P<braced>{braced})}}|(?P<invalid>))"
        return re.compile(text, flags)

    def _fill(self, values, safe):
        def put(match):
            name = match.group("named") or match.group("braced")
            if name is not None:
                if safe:
                    try:
                        return str(values[name])
                    except KeyError:
                        return match.group()
                return str(values[name])
            if match.group("escaped") is not None:
                return self.delimiter
            if match.group("invalid") is None:
                raise ValueError("Unrecognized named group in pattern")
            if safe:
                return match.group()
            before = self.template[: match.start("invalid")]
            line = before.count("\n") + 1
            column = len(before) - (before.rfind("\n") + 1)
            raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")

        return self._find().sub(put, self.template)

    def _values(self, mapping, kws):
        if mapping is ...:
            return kws
        if not kws:
            return mapping
        from collections import ChainMap

        return ChainMap(kws, mapping)

    def substitute(self, mapping=..., /, **kws):
        """The text with each name replaced."""
        return self._fill(self._values(mapping, kws), False)

    def safe_substitute(self, mapping=..., /, **kws):
        """The same; names without a value stay."""
        return self._fill(self._values(mapping, kws), True)

    def is_valid(self):
        """Whether every placeholder is well formed."""
        return all(match.group("invalid") is None for match in self._find().finditer(self.template))

    def get_identifiers(self):
        """The names, each once."""
        found = []
        for match in self._find().finditer(self.template):
            name = match.group("named") or match.group("braced")
            if name is not None and name not in found:
                found.append(name)
        return found


class Formatter:
    """What `str.format` does, in parts that a class may replace."""

    def format(self, format_string, /, *args, **kwargs):
        """The text with its fields replaced."""
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        """The same, with the arguments as a tuple and a dict."""
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, number=0):
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        result = []
        for literal, name, spec, conversion in self.parse(format_string):
            result.append(literal)
            if name is None:
                continue
            if name == "":
                if number is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                name = str(number)
                number += 1
            elif name.isdigit():
                if number:
                    raise ValueError("cannot switch from automatic field numbering to manual field specification")
                number = False
            value, key = self.get_field(name, args, kwargs)
            used.add(key)
            value = self.convert_field(value, conversion)
            spec, number = self._vformat(spec, args, kwargs, used, depth - 1, number)
            result.append(self.format_field(value, spec))
        return "".join(result), number

    def get_value(self, key, args, kwargs):
        """The argument of a number or a name."""
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        """May refuse arguments that no field used."""

    def format_field(self, value, format_spec):
        """`format`."""
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        """The value after `!r`, `!s` or `!a`."""
        if conversion is None:
            return value
        if conversion not in ("s", "r", "a"):
            raise ValueError(f"Unknown conversion specifier {conversion!s}")
        return {"s": str, "r": repr, "a": ascii}[conversion](value)

    def parse(self, format_string):
        """Tuples of a literal text, and a field's name, spec and conversion."""
        text, i, literal = format_string, 0, []
        while i < len(text):
            c = text[i]
            if c not in "{}":
                literal.append(c)
                i += 1
                continue
            if text[i : i + 2] == c * 2:
                yield "".join(literal) + c, None, None, None
                literal = []
                i += 2
                continue
            if c == "}":
                raise ValueError("Single '}' encountered in format string")
            depth, j, inside = 1, i + 1, False
            while j < len(text) and depth:
                if text[j] == "[" and not inside:
                    inside = True
                elif text[j] == "]":
                    inside = False
                elif not inside:
                    depth += (text[j] == "{") - (text[j] == "}")
                j += 1
            if depth:
                raise ValueError(
                    "Single '{' encountered in format string"
                    if i + 1 == len(text)
                    else "expected '}' before end of string"
                )
            field, i = text[i + 1 : j - 1], j
            end, inside = 0, False
            while end < len(field) and (inside or field[end] not in ":!"):
                inside = (inside or field[end] == "[") and field[end] != "]"
                end += 1
            name, rest, conversion = field[:end], field[end:], None
            if rest[:1] == "!":
                if len(rest) == 1:
                    raise ValueError("end of string while looking for conversion specifier")
                conversion, rest = rest[1], rest[2:]
                if rest and rest[0] != ":":
                    raise ValueError("expected ':' after conversion specifier")
            yield "".join(literal), name, rest[1:], conversion
            literal = []
        if literal:
            yield "".join(literal), None, None, None

    def get_field(self, field_name, args, kwargs):
        """The value of a field's name, and its first part."""
        end = 0
        while end < len(field_name) and field_name[end] not in ".[":
            end += 1
        first, rest = field_name[:end], field_name[end:]
        first = int(first) if first.isdigit() else first
        value = self.get_value(first, args, kwargs)
        while rest:
            if rest[0] == ".":
                end = 1
                while end < len(rest) and rest[end] not in ".[":
                    end += 1
                if end == 1:
                    raise ValueError("Empty attribute in format string")
                value, rest = getattr(value, rest[1:end]), rest[end:]
                continue
            if rest[0] != "[":
                raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
            end = rest.find("]")
            if end < 0:
                raise ValueError("Missing ']' in format string")
            if end == 1:
                raise ValueError("Empty attribute in format string")
            key, rest = rest[1:end], rest[end + 1 :]
            value = value[int(key) if key.isdigit() else key]
        return value, first
