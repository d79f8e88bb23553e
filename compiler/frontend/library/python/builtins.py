# SPDX-License-Identifier: Apache-2.0
"""Builtins that few programs use, in Python."""


class BaseExceptionGroup(BaseException):
    """Several exceptions as one."""

    def __new__(cls, message, exceptions, /):
        if not isinstance(message, str):
            raise TypeError(f"BaseExceptionGroup.__new__() argument 1 must be str, not {type(message).__name__}")
        if not hasattr(exceptions, "__getitem__") or not hasattr(exceptions, "__len__"):
            raise TypeError("second argument (exceptions) must be a sequence")
        held = tuple(exceptions)
        if not held:
            raise ValueError("second argument (exceptions) must be a non-empty sequence")
        for i, exception in enumerate(held):
            if not isinstance(exception, BaseException):
                raise ValueError(f"Item {i} of second argument (exceptions) is not an exception")
        isOrdinary = all(isinstance(exception, Exception) for exception in held)
        if cls is BaseExceptionGroup and isOrdinary:
            cls = ExceptionGroup
        elif not isOrdinary and issubclass(cls, Exception):
            if cls is ExceptionGroup:
                raise TypeError("Cannot nest BaseExceptions in an ExceptionGroup")
            raise TypeError(f"Cannot nest BaseExceptions in {cls.__name__!r}")
        self = super().__new__(cls, message, exceptions)
        object.__setattr__(self, "_message", message)
        object.__setattr__(self, "_exceptions", held)
        return self

    @property
    def message(self):
        """The text."""
        return self._message

    @property
    def exceptions(self):
        """The exceptions, a tuple."""
        return self._exceptions

    def __str__(self):
        many = len(self._exceptions)
        return f"{self._message} ({many} sub-exception{'s' if many != 1 else ''})"

    def __repr__(self):
        return f"{type(self).__name__}({self.args[0]!r}, {self.args[1]!r})"

    def derive(self, excs, /):
        """A group of the same kind around other exceptions."""
        return BaseExceptionGroup(self._message, excs)

    def subgroup(self, condition, /):
        """The part whose exceptions fit, None for none."""
        return self._part(_groupTest(condition), True)

    def split(self, condition, /):
        """The part whose exceptions fit, and the rest."""
        test = _groupTest(condition)
        return self._part(test, True), self._part(test, False)

    def _part(self, test, wanted):
        if test(self):
            return self if wanted else None
        kept = []
        for exception in self._exceptions:
            if isinstance(exception, BaseExceptionGroup):
                exception = exception._part(test, wanted)
                if exception is not None:
                    kept.append(exception)
            elif bool(test(exception)) == wanted:
                kept.append(exception)
        return _derived(self, kept)

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)


class _UnboundSuper:
    """`super(type)`: a descriptor, bound to the instance that it is read from."""

    def __init__(self, type, /):
        self.__thisclass__ = type
        self.__self__ = self.__self_class__ = None

    def __get__(self, instance, owner=None):
        return self if instance is None else super(self.__thisclass__, instance)

    def __getattr__(self, name):
        raise AttributeError(f"'super' object has no attribute {name!r}")

    def __repr__(self):
        return f"<super: <class '{self.__thisclass__.__name__}'>, NULL>"


def _groupTest(condition):
    if isinstance(condition, type) and issubclass(condition, BaseException):
        return lambda exception: isinstance(exception, condition)
    if isinstance(condition, tuple) and all(
        isinstance(item, type) and issubclass(item, BaseException) for item in condition
    ):
        return lambda exception: isinstance(exception, condition)
    if callable(condition) and not isinstance(condition, type):
        return condition
    raise TypeError("expected a function, exception type or tuple of exception types")


def _derived(group, exceptions):
    if not exceptions:
        return None
    made = group.derive(exceptions)
    if not isinstance(made, BaseExceptionGroup):
        raise TypeError("derive must return an instance of BaseExceptionGroup")
    made.__traceback__ = group.__traceback__
    made.__cause__ = group.__cause__
    made.__context__ = group.__context__
    made.__suppress_context__ = group.__suppress_context__
    if isinstance(getattr(group, "__notes__", None), (list, tuple)):
        made.__notes__ = list(group.__notes__)
    return made


class ExceptionGroup(BaseExceptionGroup, Exception):
    """Several exceptions as one, none of which ends the program."""


def _matchGroup(exception, kinds):
    """What an `except* kinds` takes of the exception, and what it leaves."""
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            raise TypeError("catching classes that do not inherit from BaseException is not allowed")
        if issubclass(kind, BaseExceptionGroup):
            raise TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")
    if isinstance(exception, BaseExceptionGroup):
        return exception.split(kinds)
    if isinstance(exception, kinds):
        wrapped = BaseExceptionGroup("", (exception,))
        return wrapped, None
    return None, exception


def _leaves(exception):
    if isinstance(exception, BaseExceptionGroup):
        return [leaf for inner in exception.exceptions for leaf in _leaves(inner)]
    return [exception]


def _joinGroups(original, raised, rest):
    """What goes on after the handlers of `except*`: what they raised, raised again and left. None: nothing."""
    isGroup = isinstance(original, BaseExceptionGroup)
    known = {id(leaf) for leaf in _leaves(original)}
    again = [
        e
        for e in raised
        if isGroup
        and isinstance(e, BaseExceptionGroup)
        and all(id(leaf) in known for leaf in _leaves(e))
        and e.__cause__ is original.__cause__
    ]
    fresh = [e for e in raised if not any(e is other for other in again)]
    if not isGroup:
        fresh = raised
        if not fresh:
            return rest
        if len(fresh) == 1:
            return fresh[0]
        return ExceptionGroup("", fresh)
    left = None
    if again or rest is not None:
        keep = {id(leaf) for part in again + ([] if rest is None else [rest]) for leaf in _leaves(part)}
        left = (
            original
            if keep == known
            else original._part(lambda e: not isinstance(e, BaseExceptionGroup) and id(e) in keep, True)
        )
    if not fresh:
        return left
    if left is None and len(fresh) == 1:
        return fresh[0]
    return BaseExceptionGroup("", fresh + ([] if left is None else [left]))


class _property(property):
    """What a class of the program's that derives from `property` derives from."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self._name, self._hasOwnDoc = "", doc is not None
        if doc is None:
            doc = getattr(fget, "__doc__", None)
        if doc is not None:
            self.__doc__ = doc

    @property
    def __isabstractmethod__(self):
        return any([getattr(each, "__isabstractmethod__", False) for each in (self.fget, self.fset, self.fdel)])

    def __set_name__(self, owner, name):
        self._name = name

    def _lack(self, instance, what):
        name = f"property {self._name!r}" if self._name else "property"
        return AttributeError(f"{name} of {type(instance).__qualname__!r} object has no {what}")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.fget is None:
            raise self._lack(instance, "getter")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise self._lack(instance, "setter")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise self._lack(instance, "deleter")
        self.fdel(instance)

    def _changed(self, fget, fset, fdel):
        made = type(self)(fget, fset, fdel, self.__doc__ if self._hasOwnDoc else None)
        made._name = self._name
        return made

    def getter(self, fget):
        """A copy with this function to read."""
        return self._changed(fget, self.fset, self.fdel)

    def setter(self, fset):
        """A copy with this function to write."""
        return self._changed(self.fget, fset, self.fdel)

    def deleter(self, fdel):
        """A copy with this function to delete."""
        return self._changed(self.fget, self.fset, fdel)


class memoryview:
    """The bytes of another object, without a copy."""

    def __new__(cls, object):
        # An array shows its elements: its library says how.
        buffer = getattr(type(object), "__buffer__", None) if cls is memoryview else None
        return super().__new__(cls) if buffer is None else object.__buffer__(0)

    def __init__(self, object):
        if "_array" in self.__dict__:
            return
        if isinstance(object, memoryview):
            self._bytes, self._range, self._obj = object._live()._bytes, object._range, object._obj
        elif isinstance(object, (bytes, bytearray)):
            self._bytes, self._range, self._obj = object, range(len(object)), object
        else:
            raise TypeError(f"memoryview: a bytes-like object is required, not '{type(object).__name__}'")
        self._released = False

    def _live(self):
        if self._released:
            raise ValueError("operation forbidden on released memoryview object")
        return self

    @classmethod
    def _part(cls, view, part):
        made = cls(view)
        made._range = part
        return made

    obj = property(lambda self: self._live()._obj)
    readonly = property(lambda self: isinstance(self._live()._bytes, bytes))
    format = property(lambda self: "B")
    itemsize = property(lambda self: 1)
    ndim = property(lambda self: 1)
    shape = property(lambda self: (len(self._live()._range),))
    strides = property(lambda self: (self._live()._range.step,))
    suboffsets = property(lambda self: ())
    nbytes = property(lambda self: len(self._live()._range))
    contiguous = c_contiguous = f_contiguous = property(
        lambda self: self._live()._range.step == 1 or len(self._range) < 2
    )

    def __len__(self):
        return len(self._live()._range)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return memoryview._part(self._live(), self._range[key])
        if key is ...:
            return self
        if not hasattr(key, "__index__"):
            raise TypeError("memoryview: invalid slice key")
        try:
            return self._live()._bytes[self._range[key]]
        except IndexError:
            raise IndexError("index out of bounds on dimension 1") from None

    def __setitem__(self, key, value):
        if self.readonly:
            raise TypeError("cannot modify read-only memory")
        if isinstance(key, slice):
            places, data = self._range[key], bytes(value)
            if len(places) != len(data):
                raise ValueError("memoryview assignment: lvalue and rvalue have different structures")
            for place, byte in zip(places, data):
                self._bytes[place] = byte
            return
        if not hasattr(key, "__index__"):
            raise TypeError("memoryview: invalid slice key")
        if not hasattr(value, "__index__"):
            raise TypeError("memoryview: invalid type for format 'B'")
        if not 0 <= value < 256:
            raise ValueError("memoryview: invalid value for format 'B'")
        try:
            place = self._range[key]
        except IndexError:
            raise IndexError("index out of bounds on dimension 1") from None
        self._bytes[place] = value

    def __delitem__(self, key):
        raise TypeError("cannot delete memory")

    def __iter__(self):
        for place in self._live()._range:
            yield self._bytes[place]

    def __contains__(self, value):
        return any(value == byte for byte in self)

    def __bytes__(self):
        return self.tobytes()

    def __eq__(self, other):
        if isinstance(other, (bytes, bytearray, memoryview)):
            if self._released or (isinstance(other, memoryview) and other._released):
                return self is other
            return self.tobytes() == bytes(other)
        return NotImplemented

    def __hash__(self):
        if not self.readonly:
            raise ValueError("cannot hash writable memoryview object")
        return hash(self.tobytes())

    def __repr__(self):
        return "<released memory>" if self._released else "<memory>"

    def __enter__(self):
        return self._live()

    def __exit__(self, *ignored):
        self.release()

    def tobytes(self, order="C"):
        """The bytes, copied."""
        return bytes([self._live()._bytes[place] for place in self._range])

    def tolist(self):
        """The bytes as integers."""
        return list(self)

    def hex(self, sep=..., bytes_per_sep=1):
        """Two hexadecimal digits for each byte."""
        return self.tobytes().hex() if sep is ... else self.tobytes().hex(sep, bytes_per_sep)

    def toreadonly(self):
        """The same, which can't be changed."""
        return memoryview(self.tobytes())

    def release(self):
        """Ends the use of the view."""
        self._released = True

    def cast(self, format, shape=None):
        """The same bytes, as bytes."""
        if format not in ("B", "@B") or shape is not None:
            raise NotImplementedError("`memoryview.cast` to anything but bytes")
        return memoryview(self)


async def anext(async_iterator, default=..., /):
    """The next element of an asynchronous iterator."""
    if default is ...:
        return await type(async_iterator).__anext__(async_iterator)
    try:
        return await type(async_iterator).__anext__(async_iterator)
    except StopAsyncIteration:
        return default


def aiter(async_iterable, /):
    """An asynchronous iterator."""
    return async_iterable.__aiter__()


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """Opens one of the files of the run, which begins with none."""
    from io import _open_file

    return _open_file(file, mode, buffering, encoding, errors, newline, closefd, opener)
