# SPDX-License-Identifier: Apache-2.0
"""`inspect`, as far as it is not in Inspect.cpp."""

from inspect import _parameters


class _empty:
    """No default or annotation."""


class _void:
    """What `replace` is not told: `empty` takes a default or an annotation away."""


class _Kind(int):
    def __new__(cls, value, name):
        self = int.__new__(cls, value)
        self.name = name
        return self

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {int(self)}>"

    @property
    def description(self):
        return self.name.lower().replace("_", " ")


_kinds = [
    _Kind(i, n)
    for i, n in enumerate(["POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD"])
]


class Parameter:
    """A parameter of a signature."""

    empty = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _kinds

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name, self.kind, self.default, self.annotation = name, _kinds[kind], default, annotation

    def replace(self, *, name=_void, kind=_void, default=_void, annotation=_void):
        return Parameter(
            self.name if name is _void else name,
            self.kind if kind is _void else kind,
            default=self.default if default is _void else default,
            annotation=self.annotation if annotation is _void else annotation,
        )

    def __str__(self):
        text = {2: "*", 4: "**"}.get(int(self.kind), "") + self.name
        if self.annotation is not _empty:
            text += ": " + formatannotation(self.annotation)
        if self.default is not _empty:
            text += (" = " if self.annotation is not _empty else "=") + repr(self.default)
        return text

    def __repr__(self):
        return f'<Parameter "{self}">'

    def __eq__(self, other):
        return isinstance(other, Parameter) and (self.name, int(self.kind), self.default, self.annotation) == (
            other.name,
            int(other.kind),
            other.default,
            other.annotation,
        )

    def __hash__(self):
        return hash(self.name)


def formatannotation(annotation, base_module=None):
    """An annotation's text."""
    if isinstance(annotation, type):
        return (
            annotation.__qualname__
            if annotation.__module__ in ("builtins", base_module)
            else annotation.__module__ + "." + annotation.__qualname__
        )
    return repr(annotation).replace("typing.", "") if "typing." in repr(annotation) else repr(annotation)


class BoundArguments:
    """Arguments by the names of their parameters."""

    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        out = []
        for name, p in self.signature.parameters.items():
            if int(p.kind) > 2 or name not in self.arguments:
                break
            out.extend(self.arguments[name]) if int(p.kind) == 2 else out.append(self.arguments[name])
        return tuple(out)

    @property
    def kwargs(self):
        out, late = {}, False
        for name, p in self.signature.parameters.items():
            late = late or int(p.kind) > 2 or name not in self.arguments
            if not late or name not in self.arguments:
                continue
            if int(p.kind) == 4:
                out.update(self.arguments[name])
            else:
                out[name] = self.arguments[name]
        return out

    def apply_defaults(self):
        full = {}
        for name, p in self.signature.parameters.items():
            if name in self.arguments:
                full[name] = self.arguments[name]
            elif p.default is not _empty:
                full[name] = p.default
            elif int(p.kind) == 2:
                full[name] = ()
            elif int(p.kind) == 4:
                full[name] = {}
        self.arguments = full

    def __repr__(self):
        return "<BoundArguments (" + ", ".join([f"{k}={v!r}" for k, v in self.arguments.items()]) + ")>"


class Signature:
    """The parameters of a callable."""

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = {p.name: p for p in parameters or []}
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj):
        return signature(obj)

    def replace(self, *, parameters=_void, return_annotation=_void):
        return Signature(
            list(self.parameters.values()) if parameters is _void else parameters,
            return_annotation=self.return_annotation if return_annotation is _void else return_annotation,
        )

    def _bind(self, args, kwargs, partial):
        arguments, args, kwargs = {}, list(args), dict(kwargs)
        for name, p in self.parameters.items():
            kind = int(p.kind)
            if kind == 2:
                if args:
                    arguments[name], args = tuple(args), []
            elif kind == 4:
                if kwargs:
                    arguments[name], kwargs = kwargs, {}
            elif kind < 2 and args:
                if name in kwargs and kind == 1:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = args.pop(0)
            elif kind > 0 and name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif p.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if args:
            raise TypeError("too many positional arguments")
        if kwargs:
            raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        return BoundArguments(self, arguments)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def __str__(self):
        parts, starred = [], False
        kinds = [int(p.kind) for p in self.parameters.values()]
        for i, p in enumerate(self.parameters.values()):
            if kinds[i] == 3 and not starred and 2 not in kinds:
                parts.append("*")
                starred = True
            parts.append(str(p))
            if kinds[i] == 0 and (i + 1 == len(kinds) or kinds[i + 1] != 0):
                parts.append("/")
        text = "(" + ", ".join(parts) + ")"
        return text if self.return_annotation is _empty else text + " -> " + formatannotation(self.return_annotation)

    def __repr__(self):
        return f"<Signature {self}>"

    def __eq__(self, other):
        return isinstance(other, Signature) and list(self.parameters.values()) == list(other.parameters.values())


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The parameters of a callable."""
    if isinstance(obj, type):
        for name in ("__init__", "__new__"):
            if any(name in base.__dict__ for base in obj.__mro__[:-1]):
                return Signature(list(signature(getattr(obj, name)).parameters.values())[1:])
    while follow_wrapped and hasattr(obj, "__wrapped__") and not hasattr(obj, "__signature__"):
        obj = obj.__wrapped__
    parameters = [
        Parameter(
            name, kind, default=default if has_default else _empty, annotation=annotation if has_annotation else _empty
        )
        for name, kind, has_default, default, has_annotation, annotation in _parameters(obj)
    ]
    returns = getattr(obj, "__annotations__", {}).get("return", _empty)
    return Signature(parameters, return_annotation=returns)


def getfullargspec(func):
    """The names and defaults of a function's parameters."""
    from collections import namedtuple

    FullArgSpec = namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")
    parameters = list(signature(func).parameters.values())
    args = [p.name for p in parameters if int(p.kind) < 2]
    defaults = tuple([p.default for p in parameters if int(p.kind) < 2 and p.default is not _empty])
    named = [p for p in parameters if int(p.kind) == 3]
    star = [p.name for p in parameters if int(p.kind) == 2]
    stars = [p.name for p in parameters if int(p.kind) == 4]
    return FullArgSpec(
        args,
        star[0] if star else None,
        stars[0] if stars else None,
        defaults or None,
        [p.name for p in named],
        {p.name: p.default for p in named if p.default is not _empty} or None,
        dict(getattr(func, "__annotations__", {})),
    )


def isclass(object):
    """Whether it is a class."""
    return isinstance(object, type)


def isfunction(object):
    """Whether it is a function written with `def` or `lambda`."""
    return type(object).__name__ == "function" and hasattr(object, "__code__")


def ismethod(object):
    """Whether it is a method bound to an object."""
    return type(object).__name__ == "method"


def isbuiltin(object):
    """Whether it is a function of the library."""
    return type(object).__name__ == "builtin_function_or_method"


def isroutine(object):
    """Whether it is a function or method of any kind."""
    return isfunction(object) or ismethod(object) or isbuiltin(object)


def ismodule(object):
    """Whether it is a module."""
    return type(object).__name__ == "module"


def isgenerator(object):
    """Whether it is a generator."""
    return type(object).__name__ == "generator"


def isgeneratorfunction(object):
    """Whether calling it makes a generator."""
    return _is_generator_function(object)


def iscoroutinefunction(obj):
    """False: there are no coroutines."""
    return False


def isabstract(object):
    """Whether it is a class with abstract methods."""
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", ()))


def getdoc(object):
    """The docstring without its indentation."""
    doc = getattr(object, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def cleandoc(doc):
    """A docstring without its indentation."""
    lines = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getsourcelines(object):
    """The source's lines and the number of the first."""
    text = getsource(object)
    return text.splitlines(True), _first_line(object)


def getmembers(object, predicate=None):
    """Names and values of the attributes."""
    pairs = [(name, getattr(object, name)) for name in dir(object) if hasattr(object, name)]
    return [pair for pair in pairs if predicate is None or predicate(pair[1])]


def getmro(cls):
    """The classes in line."""
    return cls.__mro__


def unwrap(func, *, stop=None):
    """The function inside all wrappers."""
    while hasattr(func, "__wrapped__") and (stop is None or not stop(func)):
        func = func.__wrapped__
    return func


def getmodule(object, _filename=None):
    """The module that the object is from."""
    import sys

    return sys.modules.get(getattr(object, "__module__", None))


from inspect import getsource, _first_line, _is_generator_function


def currentframe():
    """The frame that asks; the library's own functions have none."""
    import sys

    return sys._getframe()
