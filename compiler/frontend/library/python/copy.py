# SPDX-License-Identifier: Apache-2.0
"""`copy`: copies of objects."""

import types
import weakref
from copyreg import dispatch_table

from copy import _copy_rest


class Error(Exception):
    """Raised for what can't be copied."""

    def _bound(self):
        pass


_Method = type(Error()._bound)


error = Error

_ATOMIC = {
    type(None), type(...), type(NotImplemented), int, float, bool, complex, str, bytes, type, range, slice, property,
    types.FunctionType, types.BuiltinFunctionType, types.CodeType, weakref.ref,
}  # fmt: skip
_SHALLOW = {
    list: lambda x: x[:],
    dict: lambda x: dict(x),
    set: lambda x: set(x),
    bytearray: lambda x: bytearray(x),
    tuple: lambda x: x,
    frozenset: lambda x: x,
}


def _parts_of(x, cls):
    # What the object is made again of; a text or None: of itself.
    reduce = dispatch_table.get(cls)
    if reduce is not None:
        return reduce(x)
    if isinstance(x, type):
        return None
    reduce = getattr(x, "__reduce_ex__", None)
    if reduce is not None:
        return reduce(4)
    reduce = getattr(x, "__reduce__", None)
    if reduce is not None:
        return reduce()
    raise Error(f"un(deep)copyable object of type {cls}")


def copy(x):
    """A copy that shares its elements."""
    cls = type(x)
    if cls in _ATOMIC:
        return x
    shallow = _SHALLOW.get(cls)
    if shallow is not None:
        return shallow(x)
    if not isinstance(x, type):
        own = getattr(cls, "__copy__", None)
        if own is not None:
            return own(x)
    if cls not in dispatch_table:
        rest = _copy_rest(x)
        if rest is not NotImplemented:
            return rest
    parts = _parts_of(x, cls)
    if parts is None or isinstance(parts, str):
        return x
    return _remake(x, None, *parts)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of the object and all it holds."""
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    number = id(x)
    known = memo.get(number, _nil)
    if known is not _nil:
        return known
    deep = _DEEP.get(cls)
    if deep is not None:
        made = deep(x, memo)
    elif isinstance(x, type):
        parts = _parts_of(x, cls)
        made = x if parts is None else _remake(x, memo, *parts)
    else:
        own = getattr(x, "__deepcopy__", None)
        if own is not None:
            made = own(memo)
        else:
            made = NotImplemented if cls in dispatch_table else _copy_rest(x)
            if made is NotImplemented:
                parts = _parts_of(x, cls)
                made = x if parts is None or isinstance(parts, str) else _remake(x, memo, *parts)
    if made is not x:
        memo[number] = made
        if id(memo) in memo:  # the object must live as long as its number is a key
            memo[id(memo)].append(x)
        else:
            memo[id(memo)] = [x]
    return made


def _deep_list(x, memo):
    made = []
    memo[id(x)] = made
    for item in x:
        made.append(deepcopy(item, memo))
    return made


def _deep_tuple(x, memo):
    items = [deepcopy(item, memo) for item in x]
    if id(x) in memo:  # it was inside itself
        return memo[id(x)]
    for mine, theirs in zip(items, x):
        if mine is not theirs:
            return tuple(items)
    return x


def _deep_dict(x, memo):
    made = {}
    memo[id(x)] = made
    for key, value in x.items():
        made[deepcopy(key, memo)] = deepcopy(value, memo)
    return made


def _deep_method(x, memo):
    return types.MethodType(x.__func__, deepcopy(x.__self__, memo))


_DEEP = {
    list: _deep_list,
    tuple: _deep_tuple,
    dict: _deep_dict,
    bytearray: lambda x, memo: bytearray(x),
    _Method: _deep_method,
}


def _remake(x, memo, func, args, state=None, items=None, pairs=None):
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    made = func(*args)
    if deep:
        memo[id(x)] = made
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(made, "__setstate__"):
            made.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                made.__dict__.update(state)
            if slots is not None:
                for name, value in slots.items():
                    setattr(made, name, value)
    if items is not None:
        for item in items:
            made.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            made[key] = value
    return made
