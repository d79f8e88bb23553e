# SPDX-License-Identifier: Apache-2.0
"""`codecs`: encodings by name. UTF-8, ASCII and Latin-1 are the language's own; others are what a program registers."""

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_UTF16_LE = BOM_LE = b"\xff\xfe"
BOM_UTF16_BE = BOM_BE = b"\xfe\xff"
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = b"\x00\x00\xfe\xff"
BOM_UTF32 = BOM_UTF32_LE

_searches = []
_handlers = {}


class CodecInfo(tuple):
    """What an encoding is made of."""

    def __new__(
        cls,
        encode,
        decode,
        streamreader=None,
        streamwriter=None,
        incrementalencoder=None,
        incrementaldecoder=None,
        name=None,
    ):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode, self.decode = encode, decode
        self.streamreader, self.streamwriter = streamreader, streamwriter
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        return self


class Codec:
    """A base for encodings."""

    def encode(self, input, errors="strict"):
        raise NotImplementedError("`codecs.Codec.encode`")

    def decode(self, input, errors="strict"):
        raise NotImplementedError("`codecs.Codec.decode`")


def register(search_function, /):
    """Adds a function from an encoding's name to its CodecInfo or None."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function, /):
    """Takes it away."""
    if search_function in _searches:
        _searches.remove(search_function)


def _own(name):
    return CodecInfo(
        lambda text, errors="strict": (text.encode(name, errors), len(text)),
        lambda data, errors="strict": (bytes(data).decode(name, errors), len(data)),
        name=name,
    )


def lookup(encoding, /):
    """The CodecInfo of a name."""
    plain = encoding.lower().replace(" ", "_").replace("-", "_")
    known = {
        "utf_8": "utf-8",
        "utf8": "utf-8",
        "ascii": "ascii",
        "us_ascii": "ascii",
        "latin_1": "iso8859-1",
        "latin1": "iso8859-1",
        "iso_8859_1": "iso8859-1",
    }
    if plain in known:
        return _own(known[plain])
    for search in _searches:
        found = search(plain)
        if found is not None:
            return found
    raise LookupError("unknown encoding: " + encoding)


def getencoder(encoding):
    """The function that encodes."""
    return lookup(encoding)[0]


def getdecoder(encoding):
    """The function that decodes."""
    return lookup(encoding)[1]


def encode(obj, encoding="utf-8", errors="strict"):
    """The object encoded."""
    return lookup(encoding)[0](obj, errors)[0]


def decode(obj, encoding="utf-8", errors="strict"):
    """The object decoded."""
    return lookup(encoding)[1](obj, errors)[0]


def utf_8_encode(text, errors=None, /):
    """The bytes and how many characters were read."""
    return text.encode("utf-8", errors or "strict"), len(text)


def utf_8_decode(data, errors=None, final=False, /):
    """The text and how many bytes were read."""
    return bytes(data).decode("utf-8", errors or "strict"), len(data)


def register_error(errors, handler, /):
    """Keeps a handler of errors under a name; the language's own encodings do not ask it."""
    if not callable(handler):
        raise TypeError("handler must be callable")
    _handlers[errors] = handler


def _raise(error):
    raise error


def lookup_error(name, /):
    """The handler of a name."""
    own = {
        "strict": _raise,
        "ignore": lambda error: ("", error.end),
        "replace": lambda error: ("?" * (error.end - error.start), error.end),
    }
    if name in _handlers:
        return _handlers[name]
    if name in own:
        return own[name]
    raise LookupError(f"unknown error handler name '{name}'")


strict_errors = _raise


def ignore_errors(exception, /):
    """Leaves out what can't be converted."""
    return "", exception.end
