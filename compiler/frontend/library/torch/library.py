# SPDX-License-Identifier: Apache-2.0
# module: torch.library
"""Operators of one's own: `custom_op`, and `Library`'s `define` and `impl`. They are found under `torch.ops`, too."""

import torch

_operators = {}


class _Operator:
    # One operator, by its name `namespace::name`. It runs the kernel of its tensors' device.
    def __init__(self, name):
        self._name = name
        self.__name__ = name.split("::")[-1]
        self._kernels = {}
        self._fake = None
        self._backward = None
        self._setup = None
        self._schema = ""

    @property
    def default(self):
        return self

    def name(self):
        return self._name

    def _kernel(self, args, kwargs):
        device = "cpu"
        for x in [*args, *kwargs.values()]:
            for item in x if isinstance(x, (list, tuple)) else [x]:
                if torch.is_tensor(item):
                    device = item.device.type
        for key in (device, None):
            if key in self._kernels:
                return self._kernels[key]
        raise NotImplementedError(f"Could not run '{self._name}' with arguments from the '{device.upper()}' backend.")

    def __call__(self, *args, **kwargs):
        if self._backward is None:
            return self._kernel(args, kwargs)(*args, **kwargs)
        return _differentiable(self, args, kwargs)

    def register_kernel(self, device_types, func=None):
        def register(function):
            kinds = [device_types] if device_types is None or isinstance(device_types, str) else device_types
            for kind in kinds:
                self._kernels[kind] = function
            return function

        return register if func is None else register(func)

    def register_fake(self, fn):
        self._fake = fn
        return fn

    register_abstract = impl_abstract = register_fake

    def register_autograd(self, backward, /, *, setup_context=None):
        self._backward, self._setup = backward, setup_context

    def register_vmap(self, func=None):
        return (lambda function: function) if func is None else func

    def register_torch_dispatch(self, torch_dispatch_class, fn=None):
        return (lambda function: function) if fn is None else fn

    def __repr__(self):
        return f"<OpOverload(op='{self._name.replace('::', '.')}', overload='default')>"


def _differentiable(operator, args, kwargs):
    # An autograd function made of the operator's kernel, its context and its backward.
    class Apply(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            output = operator._kernel(inputs, kwargs)(*inputs, **kwargs)
            if operator._setup is not None:
                operator._setup(ctx, inputs, output)
            return output

        @staticmethod
        def backward(ctx, *gradients):
            return operator._backward(ctx, *gradients)

    return Apply.apply(*args)


def _find(name):
    if name not in _operators:
        raise RuntimeError(f"operator {name} does not exist")
    return _operators[name]


def _make(name):
    if "::" not in name:
        raise ValueError(f'Expected name to be of the form "namespace::name", got {name!r}')
    return _operators.setdefault(name, _Operator(name))


def _as_operator(op):
    return op if isinstance(op, _Operator) else _find(op)


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Makes a function an operator."""

    def register(function):
        operator = _make(name)
        operator._schema = schema or ""
        operator.register_kernel(device_types, function)
        operator.__doc__ = function.__doc__
        return operator

    return register if fn is None else register(fn)


def triton_op(name, fn=None, /, *, mutates_args, schema=None):
    """Makes a function that launches kernels an operator."""
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)


def wrap_triton(triton_kernel, /):
    """The kernel itself: launches are recorded anyway."""
    return triton_kernel


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    """Says what an operator's result looks like; nothing here asks."""
    operator = _as_operator(op)
    return operator.register_fake if func is None else operator.register_fake(func)


impl_abstract = register_fake


def register_kernel(op, device_types, func=None, /, *, lib=None):
    return _as_operator(op).register_kernel(device_types, func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    return _as_operator(op).register_autograd(backward, setup_context=setup_context)


def register_vmap(op, func=None, /, *, lib=None):
    return _as_operator(op).register_vmap(func)


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    return _as_operator(op).register_torch_dispatch(torch_dispatch_class, func)


def opcheck(op, args, kwargs=None, *, test_utils=(), raise_exception=True, atol=None, rtol=None):
    """Runs the operator once."""
    _as_operator(op)(*args, **(kwargs or {}))
    return {}


def get_ctx():
    raise RuntimeError("torch.library.get_ctx() can only be called inside of a fake kernel that is being traced")


class Library:
    """Operators of one namespace."""

    def __init__(self, ns, kind, dispatch_key=""):
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError("Unsupported kind: ", kind)
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key

    def define(self, schema, alias_analysis="", *, tags=()):
        name = schema.split("(")[0].strip()
        operator = _make(f"{self.ns}::{name.split('.')[0]}")
        operator._schema = schema
        return name

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False):
        key = dispatch_key or self.dispatch_key
        kinds = {
            "CUDA": "cuda",
            "CPU": "cpu",
            "": None,
            "CompositeImplicitAutograd": None,
            "CompositeExplicitAutograd": None,
        }
        if key == "Meta":
            return None
        if key not in kinds:
            raise NotImplementedError(f"`Library.impl` for the dispatch key {key!r}")
        bare = op_name._name.split("::")[-1] if isinstance(op_name, _Operator) else op_name.split("::")[-1]
        _make(f"{self.ns}::{bare.split('.')[0]}").register_kernel(kinds[key], fn)

    def fallback(self, fn, dispatch_key="", *, with_keyset=False):
        raise NotImplementedError("`Library.fallback`")


def define(qualname, schema, *, lib=None, tags=()):
    _make(qualname)._schema = schema


def impl(qualname, types, func=None, *, lib=None):
    def register(function):
        kinds = [types] if isinstance(types, str) else types
        for kind in kinds:
            _make(qualname).register_kernel(
                None if kind in ("default", "CompositeExplicitAutograd") else kind.lower(), function
            )
        return function

    return register if func is None else register(func)
