# SPDX-License-Identifier: Apache-2.0
"""`pprint`: texts of objects, broken into lines where they are wide."""

import collections
import dataclasses
import io
import re
import sys
import types


class _Orderly:
    # Sorts whatever may not be compared: by class and address then.
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            mine, theirs = self.value, other.value
            return (str(type(mine)), id(mine)) < (str(type(theirs)), id(theirs))


def _order_pair(pair):
    return _Orderly(pair[0]), _Orderly(pair[1])


def _texts_of(object, context, maxlevels, level, sort_dicts, underscore):
    # (text, whether it can be read back, whether the object is inside itself)
    cls = type(object)
    if cls is int and underscore:
        return f"{object:_d}", True, False
    maker = _maker_of(cls)
    isDict = maker is PrettyPrinter._put_dict
    if isDict or maker is PrettyPrinter._put_list or maker is PrettyPrinter._put_tuple:
        brackets = "{}" if isDict else "[]" if maker is PrettyPrinter._put_list else "()"
        if not object:
            return brackets, True, False
        if maxlevels and level >= maxlevels:
            return f"{brackets[0]}...{brackets[1]}", False, id(object) in context
        if id(object) in context:
            return f"<Recursion on {cls.__name__} with id={id(object)}>", False, True
        context[id(object)] = 1
        readable, recursive, parts = True, False, []

        def add(value):
            nonlocal readable, recursive
            text, isReadable, isRecursive = context["format"](value, context, maxlevels, level + 1)
            readable, recursive = readable and isReadable, recursive or isRecursive
            return text

        if isDict:
            for key, value in sorted(object.items(), key=_order_pair) if sort_dicts else object.items():
                key = add(key)
                parts.append(f"{key}: {add(value)}")
        else:
            parts = [add(value) for value in object]
        del context[id(object)]
        inner = ", ".join(parts) + ("," if brackets == "()" and len(parts) == 1 else "")
        return brackets[0] + inner + brackets[1], readable, recursive
    text = repr(object)
    return text, bool(text) and not text.startswith("<"), False


class PrettyPrinter:
    """Writes objects over several lines."""

    def __init__(
        self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False
    ):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth, self._indent_per_level, self._width = depth, indent, width
        self._stream = sys.stdout if stream is None else stream
        self._compact, self._sort_dicts, self._underscore_numbers = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        if self._stream is not None:
            self._put(object, self._stream, 0, 0, {}, 0)
            self._stream.write("\n")

    def pformat(self, object):
        stream = io.StringIO()
        self._put(object, stream, 0, 0, {}, 0)
        return stream.getvalue()

    def isrecursive(self, object):
        return self._format_inside(object, {}, 0, 0)[2]

    def isreadable(self, object):
        text, readable, recursive = self._format_inside(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """The text on one line, whether it can be read back, and whether the object is inside itself."""
        context.setdefault("format", self.format)
        return _texts_of(object, context, maxlevels, level, self._sort_dicts, self._underscore_numbers)

    def _format_inside(self, object, context, maxlevels, level):
        context = dict(context)
        context["format"] = self.format
        return self.format(object, context, maxlevels, level)

    def _one_line(self, object, context, level):
        return self._format_inside(object, context, self._depth, level)[0]

    def _put(self, object, stream, indent, allowance, context, level):
        if id(object) in context:
            stream.write(f"<Recursion on {type(object).__name__} with id={id(object)}>")
            return
        text = self._one_line(object, context, level)
        if len(text) > self._width - indent - allowance:
            maker = _maker_of(type(object))
            if maker is None and _is_shown_dataclass(object):
                maker = PrettyPrinter._put_dataclass
            if maker is not None:
                context[id(object)] = 1
                maker(self, object, stream, indent, allowance, context, level + 1)
                del context[id(object)]
                return
        stream.write(text)

    def _put_dict(self, object, stream, indent, allowance, context, level):
        stream.write("{")
        if self._indent_per_level > 1:
            stream.write(" " * (self._indent_per_level - 1))
        if len(object):
            items = sorted(object.items(), key=_order_pair) if self._sort_dicts else object.items()
            self._put_pairs(items, stream, indent, allowance + 1, context, level)
        stream.write("}")

    def _put_ordered_dict(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        if not len(object):
            return stream.write(repr(object))
        stream.write(name + "(")
        self._put(list(object.items()), stream, indent + len(name) + 1, allowance + 1, context, level)
        stream.write(")")

    def _put_list(self, object, stream, indent, allowance, context, level):
        stream.write("[")
        self._put_items(object, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _put_tuple(self, object, stream, indent, allowance, context, level):
        end = ",)" if len(object) == 1 else ")"
        stream.write("(")
        self._put_items(object, stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _put_set(self, object, stream, indent, allowance, context, level):
        if not len(object):
            return stream.write(repr(object))
        cls = type(object)
        start, end = ("{", "}") if cls is set else (cls.__name__ + "({", "})")
        stream.write(start)
        indent += 0 if cls is set else len(cls.__name__) + 1
        self._put_items(sorted(object, key=_Orderly), stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _put_text(self, object, stream, indent, allowance, context, level):
        if not len(object):
            return stream.write(repr(object))
        isOutermost = level == 1
        if isOutermost:
            indent, allowance = indent + 1, allowance + 1
        lines = object.splitlines(True)
        pieces = []
        for number, line in enumerate(lines):
            isLast = number == len(lines) - 1
            width = self._width - indent - (allowance if isLast else 0)
            text = repr(line)
            if len(text) <= width:
                pieces.append(text)
                continue
            words = re.findall(r"\S*\s*", line)
            while words and not words[-1]:
                words.pop()
            held = ""
            for i, word in enumerate(words):
                room = self._width - indent - (allowance if isLast and i == len(words) - 1 else 0)
                if held and len(repr(held + word)) > room:
                    pieces.append(repr(held))
                    held = word
                else:
                    held += word
            if held:
                pieces.append(repr(held))
        if len(pieces) == 1:
            return stream.write(pieces[0])
        if isOutermost:
            stream.write("(")
        stream.write(("\n" + " " * indent).join(pieces))
        if isOutermost:
            stream.write(")")

    def _put_bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            return stream.write(repr(object))
        isOutermost = level == 1
        if isOutermost:
            indent, allowance = indent + 1, allowance + 1
            stream.write("(")
        separator = ""
        for piece in _pieces_of_bytes(object, self._width - indent, allowance):
            stream.write(separator + piece)
            separator = "\n" + " " * indent
        if isOutermost:
            stream.write(")")

    def _put_bytearray(self, object, stream, indent, allowance, context, level):
        stream.write("bytearray(")
        self._put_bytes(bytes(object), stream, indent + 10, allowance + 1, context, level + 1)
        stream.write(")")

    def _put_proxy(self, object, stream, indent, allowance, context, level):
        stream.write("mappingproxy(")
        self._put(object.copy(), stream, indent + 13, allowance + 1, context, level)
        stream.write(")")

    def _put_namespace(self, object, stream, indent, allowance, context, level):
        # The class's name is `namespace` for the class itself.
        name = "namespace" if type(object) is types.SimpleNamespace else object.__class__.__name__
        self._put_fields(name, list(object.__dict__.items()), stream, indent, allowance, context, level)

    def _put_dataclass(self, object, stream, indent, allowance, context, level):
        fields = [(f.name, getattr(object, f.name)) for f in dataclasses.fields(object) if f.repr]
        self._put_fields(object.__class__.__name__, fields, stream, indent, allowance, context, level)

    def _put_fields(self, name, fields, stream, indent, allowance, context, level):
        indent += len(name) + 1
        stream.write(name + "(")
        for number, (key, value) in enumerate(fields):
            isLast = number == len(fields) - 1
            stream.write(key + "=")
            if id(value) in context:
                stream.write("...")
            else:
                self._put(value, stream, indent + len(key) + 1, allowance if isLast else 1, context, level)
            if not isLast:
                stream.write(",\n" + " " * indent)
        stream.write(")")

    def _put_default_dict(self, object, stream, indent, allowance, context, level):
        if not len(object):
            return stream.write(repr(object))
        factory = self._one_line(object.default_factory, context, level)
        name = object.__class__.__name__
        indent += len(name) + 1
        stream.write(f"{name}({factory},\n" + " " * indent)
        self._put_dict(object, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _put_counter(self, object, stream, indent, allowance, context, level):
        if not len(object):
            return stream.write(repr(object))
        name = object.__class__.__name__
        stream.write(name + "({")
        if self._indent_per_level > 1:
            stream.write(" " * (self._indent_per_level - 1))
        self._put_pairs(object.most_common(), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("})")

    def _put_chain(self, object, stream, indent, allowance, context, level):
        if not len(object.maps):
            return stream.write(repr(object))
        name = object.__class__.__name__
        stream.write(name + "(")
        indent += len(name) + 1
        for number, mapping in enumerate(object.maps):
            if number == len(object.maps) - 1:
                self._put(mapping, stream, indent, allowance + 1, context, level)
                stream.write(")")
            else:
                self._put(mapping, stream, indent, 1, context, level)
                stream.write(",\n" + " " * indent)

    def _put_deque(self, object, stream, indent, allowance, context, level):
        if not len(object):
            return stream.write(repr(object))
        name = object.__class__.__name__
        stream.write(name + "(")
        indent += len(name) + 1
        stream.write("[")
        if object.maxlen is None:
            self._put_items(object, stream, indent, allowance + 2, context, level)
            stream.write("])")
        else:
            self._put_items(object, stream, indent, 2, context, level)
            limit = self._one_line(object.maxlen, context, level)
            stream.write("],\n" + " " * indent + f"maxlen={limit})")

    def _put_held(self, object, stream, indent, allowance, context, level):
        self._put(object.data, stream, indent, allowance, context, level - 1)

    def _put_pairs(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        items = list(items)
        for number, (key, value) in enumerate(items):
            isLast = number == len(items) - 1
            text = self._one_line(key, context, level)
            stream.write(text + ": ")
            self._put(value, stream, indent + len(text) + 2, allowance if isLast else 1, context, level)
            if not isLast:
                stream.write(",\n" + " " * indent)

    def _put_items(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            stream.write(" " * (self._indent_per_level - 1))
        items = list(items)
        line = ",\n" + " " * indent
        room = full = self._width - indent + 1
        separator = ""
        for number, item in enumerate(items):
            isLast = number == len(items) - 1
            if isLast:
                full -= allowance
                room -= allowance
            if self._compact:
                text = self._one_line(item, context, level)
                width = len(text) + 2
                if room < width:
                    room = full
                    separator = line if separator else separator
                if room >= width:
                    room -= width
                    stream.write(separator + text)
                    separator = ", "
                    continue
            stream.write(separator)
            separator = line
            self._put(item, stream, indent, allowance if isLast else 1, context, level)


def _pieces_of_bytes(data, width, allowance):
    held = b""
    last = len(data) // 4 * 4
    for i in range(0, len(data), 4):
        part = data[i : i + 4]
        if i == last:
            width -= allowance
        if held and len(repr(held + part)) > width:
            yield repr(held)
            held = part
        else:
            held += part
    if held:
        yield repr(held)


def _is_shown_dataclass(object):
    # One whose text is the one that `@dataclass` makes.
    cls = type(object)
    if isinstance(object, type) or not dataclasses.is_dataclass(object):
        return False
    for base in cls.__mro__:
        if "__repr__" in base.__dict__:
            made = getattr(base.__dict__["__repr__"], "__wrapped__", None)
            return "__create_fn__" in getattr(made, "__qualname__", "")
    return False


_MAKERS = {
    dict: PrettyPrinter._put_dict,
    list: PrettyPrinter._put_list,
    tuple: PrettyPrinter._put_tuple,
    set: PrettyPrinter._put_set,
    frozenset: PrettyPrinter._put_set,
    str: PrettyPrinter._put_text,
    bytes: PrettyPrinter._put_bytes,
    bytearray: PrettyPrinter._put_bytearray,
    types.MappingProxyType: PrettyPrinter._put_proxy,
    types.SimpleNamespace: PrettyPrinter._put_namespace,
    collections.OrderedDict: PrettyPrinter._put_ordered_dict,
    collections.defaultdict: PrettyPrinter._put_default_dict,
    collections.Counter: PrettyPrinter._put_counter,
    collections.ChainMap: PrettyPrinter._put_chain,
    collections.deque: PrettyPrinter._put_deque,
    collections.UserDict: PrettyPrinter._put_held,
    collections.UserList: PrettyPrinter._put_held,
    collections.UserString: PrettyPrinter._put_held,
}


def _maker_of(cls):
    # By the class whose `__repr__` the object has.
    for base in cls.__mro__:
        if base in _MAKERS:
            return _MAKERS[base]
        if "__repr__" in base.__dict__:
            return None
    return None


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """The object's text, broken into lines where it is wide."""
    return PrettyPrinter(
        indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers
    ).pformat(object)


def pprint(
    object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False
):
    """Prints the object's text, broken into lines where it is wide."""
    text = pformat(
        object, indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers
    )
    print(text, file=stream)


def pp(object, *args, sort_dicts=False, **kwargs):
    """`pprint` that leaves dicts in their order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """The object's text on one line, whatever is inside itself."""
    return PrettyPrinter()._format_inside(object, {}, 0, 0)[0]


def isreadable(object):
    """Whether the text can be read back."""
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    """Whether the object is inside itself."""
    return PrettyPrinter().isrecursive(object)
