# SPDX-License-Identifier: Apache-2.0
# module: unittest.mock
"""Mocks that record their calls, and patches of attributes and dicts for a block, a test or a class. Autospecs are
refused.
"""

import functools
from unittest.mock import _find_object


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _Any()


class _Named:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel." + self.name


class _Sentinels:
    def __init__(self):
        self._made = {}

    def __getattr__(self, name):
        if name not in self._made:
            self._made[name] = _Named(name)
        return self._made[name]


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT


def _spell(name, args, kwargs):
    parts = [repr(a) for a in args] + [k + "=" + repr(v) for k, v in kwargs.items()]
    return name + "(" + ", ".join(parts) + ")"


class _Call:
    def __init__(self, name, args, kwargs):
        self._name, self.args, self.kwargs = name, args, kwargs

    def __call__(self, *args, **kwargs):
        return _Call(self._name, args, kwargs)

    def __getattr__(self, name):
        return _Call((self._name + "." if self._name else "") + name, (), {})

    def __getitem__(self, i):
        return (self.args, self.kwargs)[i]

    def __iter__(self):
        return iter((self.args, self.kwargs))

    def __len__(self):
        return 2

    def __eq__(self, other):
        if isinstance(other, _Call):
            return (self._name, self.args, self.kwargs) == (other._name, other.args, other.kwargs)
        if isinstance(other, tuple):
            parts = [p for p in other if not isinstance(p, str)]
            args = [p for p in parts if isinstance(p, tuple)]
            kwargs = [p for p in parts if isinstance(p, dict)]
            return self.args == (args[0] if args else ()) and self.kwargs == (kwargs[0] if kwargs else {})
        return False

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return _spell("call" + ("." + self._name if self._name else ""), self.args, self.kwargs)


call = _Call("", (), {})


def _is_exception(value):
    return isinstance(value, BaseException) or (isinstance(value, type) and issubclass(value, BaseException))


_own = (
    "return_value",
    "side_effect",
    "called",
    "call_count",
    "call_args",
    "call_args_list",
    "method_calls",
    "mock_calls",
)


class NonCallableMock:
    def __init__(
        self, spec=None, wraps=None, name=None, spec_set=None, return_value=DEFAULT, side_effect=None, **kwargs
    ):
        spec = spec if spec_set is None else spec_set
        self._children, self._name, self._parent, self._wraps = {}, name, None, wraps
        self._spec = None if spec is None else (list(spec) if isinstance(spec, (list, tuple)) else dir(spec))
        self._return, self._deleted = return_value, set()
        self.side_effect = side_effect
        self._forget()
        self.configure_mock(**kwargs)

    def _forget(self):
        self.called, self.call_count, self.call_args = False, 0, None
        self.call_args_list, self.method_calls, self.mock_calls = [], [], []

    def configure_mock(self, **kwargs):
        for key, value in kwargs.items():
            target, parts = self, key.split(".")
            for part in parts[:-1]:
                target = getattr(target, part)
            setattr(target, parts[-1], value)

    def _path(self):
        return self._name or "mock"

    def _child(self, name):
        kind = _child_kind(self)
        child = kind(name=self._path() + "." + name)
        child._parent = (self, name)
        if self._wraps is not None and name != "()":
            child._wraps = getattr(self._wraps, name)
        return child

    def __getattr__(self, name):
        if name == "return_value":
            if self._return is DEFAULT or self._return is _later:
                self._return = self._child("()")
            return self._return
        if name.startswith("__") or name in self._deleted or (self._spec is not None and name not in self._spec):
            raise AttributeError("Mock object has no attribute '" + name + "'")
        if name.startswith("assert") or name.startswith("assret"):
            raise AttributeError(
                "'"
                + name
                + "' is not a valid assertion. Use a spec for the mock if '"
                + name
                + "' is meant to be an attribute."
            )
        if name not in self._children:
            self._children[name] = self._child(name)
        return self._children[name]

    def __setattr__(self, name, value):
        if name == "return_value":
            object.__setattr__(self, "_return", value)
        elif name in _own or name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            if self._spec is not None and name not in self._spec:
                raise AttributeError("Mock object has no attribute '" + name + "'")
            self._children[name] = value
            self._deleted.discard(name)

    def __delattr__(self, name):
        self._children.pop(name, None)
        self._deleted.add(name)

    def attach_mock(self, mock, attribute):
        mock._parent = (self, attribute)
        setattr(self, attribute, mock)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        self._forget()
        if return_value:
            self._return = DEFAULT
        if side_effect:
            self.side_effect = None
        for child in self._children.values():
            if isinstance(child, NonCallableMock):
                child.reset_mock()
        if isinstance(self._return, NonCallableMock):
            self._return.reset_mock()

    def _record(self, args, kwargs):
        one = _Call("", args, kwargs)
        self.called, self.call_count, self.call_args = True, self.call_count + 1, one
        self.call_args_list.append(one)
        self.mock_calls.append(one)
        name, above = "", self._parent
        while above is not None:
            holder, step = above
            name = step + ("." + name if name and not name.startswith("(") else name) if name else step
            told = _Call(name, args, kwargs)
            holder.mock_calls.append(told)
            if "()" not in name and "__" not in name:
                holder.method_calls.append(told)
            above = holder._parent

    def _fail(self, text):
        raise AssertionError(text)

    def assert_called(self):
        if not self.called:
            self._fail("Expected '" + self._path() + "' to have been called.")

    def assert_called_once(self):
        if self.call_count != 1:
            self._fail(
                "Expected '" + self._path() + "' to have been called once. Called " + str(self.call_count) + " times."
            )

    def assert_not_called(self):
        if self.called:
            self._fail(
                "Expected '" + self._path() + "' to not have been called. Called " + str(self.call_count) + " times."
            )

    def assert_called_with(self, /, *args, **kwargs):
        if self.call_args is None:
            self._fail(
                "expected call not found.\nExpected: " + _spell(self._path(), args, kwargs) + "\n  Actual: not called."
            )
        if self.call_args != _Call("", args, kwargs):
            self._fail(
                "expected call not found.\nExpected: "
                + _spell(self._path(), args, kwargs)
                + "\n  Actual: "
                + _spell(self._path(), self.call_args.args, self.call_args.kwargs)
            )

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            self._fail("Expected '" + self._path() + "' to be called once. Called " + str(self.call_count) + " times.")
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        if _Call("", args, kwargs) not in self.call_args_list:
            self._fail(_spell(self._path(), args, kwargs) + " call not found")

    def assert_has_calls(self, calls, any_order=False):
        calls = list(calls)
        if any_order:
            rest = list(self.mock_calls)
            for one in calls:
                if one not in rest:
                    self._fail(repr(one) + " not all found in call list")
                rest.remove(one)
            return
        n = len(calls)
        if not any([self.mock_calls[i : i + n] == calls for i in range(len(self.mock_calls) - n + 1)]):
            self._fail("Calls not found.\nExpected: " + repr(calls) + "\n  Actual: " + repr(self.mock_calls))

    def __repr__(self):
        return "<" + type(self).__name__ + (" name='" + self._name + "'" if self._name else "") + ">"


class Mock(NonCallableMock):
    def __call__(self, /, *args, **kwargs):
        self._record(args, kwargs)
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                if not hasattr(effect, "__next__"):
                    effect = self.side_effect = iter(effect)
                result = next(effect)
                if _is_exception(result):
                    raise result
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._wraps is not None and self._return is DEFAULT:
            return self._wraps(*args, **kwargs)
        return self.return_value


CallableMixin = Mock


class MagicMock(Mock):
    def __init__(self, *args, **kwargs):
        # Instance attributes go before the class's methods, so a program that sets `m.__len__.return_value` sets these.
        for name, default in _defaults:
            child = Mock(name=name)
            child._return, child._parent = default, (self, name)
            object.__setattr__(self, name, child)
        Mock.__init__(self, *args, **kwargs)

    def _special(self, name, make=None):
        child = getattr(self, name)
        if child._return is _later and child.side_effect is None:
            child._return = make()
        return child

    def __len__(self):
        return self._special("__len__")()

    def __iter__(self):
        return iter(self._special("__iter__")())

    def __contains__(self, item):
        return self._special("__contains__")(item)

    def __getitem__(self, key):
        return self._special("__getitem__", MagicMock)(key)

    def __setitem__(self, key, value):
        self._special("__setitem__")(key, value)

    def __delitem__(self, key):
        self._special("__delitem__")(key)

    def __bool__(self):
        return self._special("__bool__")()

    def __int__(self):
        return self._special("__int__")()

    def __float__(self):
        return self._special("__float__")()

    def __enter__(self):
        return self._special("__enter__", MagicMock)()

    def __exit__(self, kind, value, traceback):
        return self._special("__exit__")(kind, value, traceback)


NonCallableMagicMock = MagicMock
_later = _Named("later")
_defaults = [
    ("__len__", 0),
    ("__iter__", ()),
    ("__contains__", False),
    ("__getitem__", _later),
    ("__setitem__", None),
    ("__delitem__", None),
    ("__bool__", True),
    ("__int__", 1),
    ("__float__", 1.0),
    ("__enter__", _later),
    ("__exit__", False),
]


def _child_kind(mock):
    return MagicMock if isinstance(mock, MagicMock) or mock._name in ("__enter__", "__getitem__") else Mock


class PropertyMock(Mock):
    def __get__(self, instance, owner=None):
        return self()

    def __set__(self, instance, value):
        self(value)


def create_autospec(spec, spec_set=False, instance=False, **kwargs):
    raise NotImplementedError("create_autospec is not supported: use MagicMock(spec=...)")


class _Patch:
    def __init__(self, find, attribute, new, create, new_callable, kwargs):
        self._find, self.attribute, self._new, self._create, self._callable, self._kwargs = (
            find,
            attribute,
            new,
            create,
            new_callable,
            kwargs,
        )

    def _copy(self):
        return _Patch(self._find, self.attribute, self._new, self._create, self._callable, self._kwargs)

    def __enter__(self):
        self.target = self._find()
        self._had = hasattr(self.target, self.attribute)
        if not self._had and not self._create:
            if not isinstance(self.target, type):
                getattr(self.target, self.attribute)
            raise AttributeError(repr(self.target) + " does not have the attribute '" + self.attribute + "'")
        held = vars(self.target) if isinstance(self.target, type) else {}
        self._old = (
            held[self.attribute]
            if self.attribute in held
            else getattr(self.target, self.attribute)
            if self._had
            else None
        )
        new = self._new
        if new is DEFAULT:
            new = (
                self._callable(**self._kwargs)
                if self._callable is not None
                else MagicMock(name=self.attribute, **self._kwargs)
            )
        setattr(self.target, self.attribute, new)
        self.new = new
        return new

    def __exit__(self, *exc_info):
        if self._had:
            setattr(self.target, self.attribute, self._old)
        else:
            delattr(self.target, self.attribute)
        return False

    def start(self):
        result = self.__enter__()
        _started.append(self)
        return result

    def stop(self):
        if self in _started:
            _started.remove(self)
            self.__exit__(None, None, None)

    def _decorate_class(self, klass):
        for name in dir(klass):
            if name.startswith(patch.TEST_PREFIX) and callable(getattr(klass, name)):
                setattr(klass, name, self._copy()(getattr(klass, name)))
        return klass

    def __call__(self, func):
        if isinstance(func, type):
            return self._decorate_class(func)
        return _wrap(func, self)


def _wrap(func, one):
    @functools.wraps(func)
    def patched(*args, **kwargs):
        with one as new:
            if isinstance(one, _Patch) and one._new is DEFAULT:
                args = args + (new,)
            return func(*args, **kwargs)

    return patched


_started = []


class _PatchDict:
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self._in, self._values, self._clear = in_dict, dict(values), clear
        self._values.update(kwargs)

    def __enter__(self):
        self._dict = _find_object(self._in) if isinstance(self._in, str) else self._in
        self._saved = [(k, self._dict[k]) for k in self._dict]
        if self._clear:
            for key, value in self._saved:
                del self._dict[key]
        for key, value in self._values.items():
            self._dict[key] = value
        return self._dict

    def __exit__(self, *exc_info):
        for key in [k for k in self._dict]:
            del self._dict[key]
        for key, value in self._saved:
            self._dict[key] = value
        return False

    def start(self):
        _started.append(self)
        return self.__enter__()

    def stop(self):
        if self in _started:
            _started.remove(self)
            self.__exit__(None, None, None)

    def __call__(self, func):
        return _wrap(func, self)


class _Patcher:
    TEST_PREFIX = "test"
    dict = _PatchDict

    def __call__(
        self, target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs
    ):
        path, dot, attribute = target.rpartition(".")
        if not dot:
            raise TypeError("Need a valid target to patch. You supplied: " + repr(target))
        return self._make(
            lambda: _find_object(path), attribute, new, spec, create, spec_set, autospec, new_callable, kwargs
        )

    def object(
        self,
        target,
        attribute,
        new=DEFAULT,
        spec=None,
        create=False,
        spec_set=None,
        autospec=None,
        new_callable=None,
        **kwargs,
    ):
        return self._make(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)

    def _make(self, find, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs):
        if autospec or spec_set:
            raise NotImplementedError("patch(autospec=..., spec_set=...) is not supported: use spec=[...]")
        if spec is not None and spec is not False:
            kwargs["spec"] = spec
        return _Patch(find, attribute, new, create, new_callable, kwargs)

    def multiple(self, target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
        raise NotImplementedError("patch.multiple is not supported: use patch.object once for each attribute")

    def stopall(self):
        while _started:
            _started[-1].stop()


patch = _Patcher()


def mock_open(mock=None, read_data=""):
    mock = MagicMock(name="open") if mock is None else mock
    handle = MagicMock()
    handle.read.side_effect = lambda *args: read_data
    handle.__enter__.return_value = handle
    mock.return_value = handle
    return mock


def seal(mock):
    mock._spec = list(mock._children)
