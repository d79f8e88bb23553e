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

    def __init__(self, template):
        self.template = template

    def _fill(self, values, safe):
        out, text, i = [], self.template, 0
        while i < len(text):
            at = text.find("$", i)
            if at < 0:
                out.append(text[i:])
                break
            out.append(text[i:at])
            rest = text[at + 1 :]
            if rest[:1] == "$":
                out.append("$")
                i = at + 2
                continue
            braced = rest[:1] == "{"
            j = 1 if braced else 0
            while j < len(rest) and (rest[j].isalnum() or rest[j] == "_"):
                j += 1
            name = rest[1 if braced else 0 : j]
            whole = "$" + rest[: j + 1 if braced else j]
            valid = name and not name[0].isdigit() and (not braced or rest[j : j + 1] == "}")
            if not valid:
                if not safe:
                    raise ValueError(
                        f"Invalid placeholder in string: line {text[:at].count(chr(10)) + 1}, col"
                        f" {at - text.rfind(chr(10), 0, at)}"
                    )
                out.append("$")
                i = at + 1
                continue
            if name in values:
                out.append(str(values[name]))
            elif safe:
                out.append(whole)
            else:
                raise KeyError(name)
            i = at + len(whole)
        return "".join(out)

    def substitute(self, mapping=None, /, **kws):
        return self._fill({**(mapping or {}), **kws}, False)

    def safe_substitute(self, mapping=None, /, **kws):
        return self._fill({**(mapping or {}), **kws}, True)
