# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.module
"""What all layers are made of: `Module` with its state."""

import torch
import torch.nn.parameter
from collections import OrderedDict, namedtuple
from collections.abc import Mapping
from functools import partial

Parameter = torch.nn.parameter.Parameter


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


class _Change:
    """What `_apply` does to tensors. A tensor that several modules share changes once."""

    def __init__(self, function):
        self.function, self.parameters = function, {}

    def __call__(self, tensor):
        with torch.no_grad():
            return self.function(tensor)

    def of_parameter(self, p):
        # The parameter is the same object with other contents, unless it becomes complex or real.
        if id(p) not in self.parameters:
            values, changed = self(p), p
            if values.is_complex() != p.is_complex():
                changed = Parameter(values, p.requires_grad)
                torch.nn.parameter._replaced[id(p)] = p
            elif values is not p:
                p.data = values
            if p.grad is not None:
                gradient = self(p.grad)
                if changed is p and gradient is not p.grad:
                    p.grad.data = gradient
                elif changed is not p:
                    changed.grad = gradient
            self.parameters[id(p)] = p, changed
        return self.parameters[id(p)][1]


def _indented(value):
    return repr(value).replace("\n", "\n  ")


def _tree(name, lines):
    return name + "(\n  " + "\n  ".join(lines) + "\n)"


def _check_name(module, kind, name, members):
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {torch.typename(name)}")
    if kind == "module" and hasattr(module, name) and name not in members:
        raise KeyError(f"attribute '{name}' already exists")
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if hasattr(module, name) and name not in members:
        raise KeyError(f"attribute '{name}' already exists")


class Module:
    training = True
    _version = 1
    # Where an assigned value belongs: its dict, its class, and what messages call the two.
    _kinds = (
        ("_parameters", "parameter", "parameters"),
        ("_modules", "child module", "module"),
        ("_buffers", "buffer", ""),
    )

    def __init__(self):
        values = self.__dict__
        values["training"], values["_hooks"], values["_non_persistent_buffers_set"] = True, {}, set()
        values["_parameters"], values["_buffers"], values["_modules"] = OrderedDict(), OrderedDict(), OrderedDict()

    def __getattr__(self, name):
        for kind in ("_parameters", "_buffers", "_modules"):
            members = self.__dict__.get(kind)
            if members is not None and name in members:
                return members[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        values = self.__dict__
        for (kind, what, many), wanted in zip(self._kinds, (Parameter, Module, torch.Tensor)):
            members = values.get(kind)
            if many and isinstance(value, wanted):
                if members is None:
                    raise AttributeError(f"cannot assign {many} before Module.__init__() call")
                for others in (values, self._parameters, self._buffers, self._modules):
                    if others is not members:
                        others.pop(name, None)
                self._non_persistent_buffers_set.discard(name)
            elif members is None or name not in members:
                continue
            elif value is not None and not isinstance(value, wanted):
                expected = {Parameter: "torch.nn.Parameter", Module: "torch.nn.Module"}.get(wanted, "torch.Tensor")
                raise TypeError(
                    f"cannot assign '{torch.typename(value)}' as {what} '{name}' ({expected} or None expected)"
                )
            if wanted is Parameter:
                self.register_parameter(name, value)
            else:
                members[name] = value
            return
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        for members in (self._parameters, self._buffers, self._modules):
            if name in members:
                del members[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = dir(type(self)) + list(self.__dict__)
        for members in (self._parameters, self._modules, self._buffers):
            names.extend(members)
        return sorted({name for name in names if not name[0].isdigit()})

    def forward(self, *args, **kwargs):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if not self.__dict__.get("_hooks"):
            return self.forward(*args, **kwargs)
        call = _Call(self, args, kwargs)
        try:
            return call.run()
        except Exception:
            call.run_others()
            raise

    def _handles_of(self, kind):
        return list(self._hooks.get(kind, []))

    def _add_hook(self, kind, hook, prepend, with_kwargs=False, always_call=False):
        handle = torch.utils.hooks.RemovableHandle(self._hooks.setdefault(kind, []), hook, prepend)
        handle.with_kwargs, handle.always_call = with_kwargs, always_call
        return handle

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return self._add_hook("_forward_pre_hooks", hook, prepend, with_kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        return self._add_hook("_forward_hooks", hook, prepend, with_kwargs, always_call)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        return self._add_hook("_backward_pre_hooks", hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        return self._add_hook("_backward_hooks", hook, prepend)

    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        _check_name(self, "buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(
                f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        _check_name(self, "parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{torch.typename(param)}' object to parameter '{name}'"
                " (torch.nn.Parameter or None required)"
            )
        if param is not None and not param.is_leaf:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To"
                f" express '{name}' as a function of another Tensor, compute the value in the forward() method."
            )
        self._parameters[name] = param

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        _check_name(self, "module", name, self._modules)
        self._modules[name] = module

    def register_module(self, name, module):
        self.add_module(name, module)

    def _get_name(self):
        return type(self).__name__

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def _member(self, target):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        return module, name, getattr(module, name)

    def get_parameter(self, target):
        _, name, found = self._member(target)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target):
        module, name, found = self._member(target)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + "." * bool(prefix) + name, remove_duplicate)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, value in get_members_fn(module):
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(value))
                yield path + "." * bool(path) + name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members(lambda m: m._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        for _, p in self.named_parameters(recurse=recurse):
            yield p

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members(lambda m: m._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn):
        change = fn if isinstance(fn, _Change) else _Change(fn)
        for module in self.children():
            module._apply(change)
        for name, p in self._parameters.items():
            if p is not None:
                self._parameters[name] = change.of_parameter(p)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = change(buffer)
        return self

    def to(self, *args, **kwargs):
        device = dtype = None
        for value in args + tuple(kwargs.get(name) for name in ("device", "dtype", "tensor")):
            if isinstance(value, torch.Tensor):
                device, dtype = value.device, value.dtype
            elif isinstance(value, torch.dtype):
                dtype = value
            elif value is not None and not isinstance(value, bool):
                device = value
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )
        layout = kwargs.get("memory_format")

        def convert(t):
            if device is not None:
                t = t.to(device)
            if dtype is not None and (t.is_floating_point() or t.is_complex()):
                t = t.to(dtype)
            return t.contiguous(memory_format=layout) if layout is not None and t.dim() in (4, 5) else t

        return self._apply(convert)

    def type(self, dst_type):
        return self._apply(lambda t: t.type(dst_type))

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda())

    def cpu(self):
        return self._apply(lambda t: t.cpu())

    def _floats_to(self, dtype):
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def half(self):
        return self._floats_to(torch.float16)

    def bfloat16(self):
        return self._floats_to(torch.bfloat16)

    def float(self):
        return self._floats_to(torch.float32)

    def double(self):
        return self._floats_to(torch.float64)

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for p in self.parameters():
            if p.grad is not None:
                p.grad = None if set_to_none else torch.zeros_like(p.grad)

    def extra_repr(self):
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        if len(lines) < 2 and not self._modules:
            return f"{self._get_name()}({extra})"
        lines += [f"({name}): {_indented(module)}" for name, module in self._modules.items()]
        return _tree(self._get_name(), lines)

    def get_extra_state(self):
        raise RuntimeError("this module has no `get_extra_state`")

    def set_extra_state(self, state):
        raise RuntimeError("this module has no `set_extra_state`")

    def _register_state_dict_hook(self, hook):
        return self._add_hook("_state_dict_hooks", hook, False)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return self._add_hook("_load_state_dict_pre_hooks", partial(hook, self) if with_module else hook, False)

    def register_load_state_dict_post_hook(self, hook):
        return self._add_hook("_load_state_dict_post_hooks", hook, False)

    def _state(self):
        # What is saved of this module itself.
        kept = {name: t for name, t in self._buffers.items() if name not in self._non_persistent_buffers_set}
        return {name: t for name, t in (*self._parameters.items(), *kept.items()) if t is not None}

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in self._state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + "_extra_state"] = self.get_extra_state()

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        destination, prefix, keep_vars = args + (destination, prefix, keep_vars)[len(args) :]
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        for handle in self._handles_of("_state_dict_hooks"):
            given = handle(self, destination, prefix, local_metadata)
            destination = destination if given is None else given
        return destination

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):
        for handle in self._handles_of("_load_state_dict_pre_hooks"):
            handle(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        state = self._state()
        for name, own in state.items():
            key = prefix + name
            if key not in state_dict:
                if strict:
                    missing_keys.append(key)
                continue
            given = state_dict[key]
            if not isinstance(given, torch.Tensor):
                error_msgs.append(
                    f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from'
                    f" checkpoint but received {type(given)}"
                )
                continue
            if own.dim() == 0 and given.dim() == 1:
                given = given[0]
            if given.shape != own.shape:
                error_msgs.append(
                    f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, the shape in"
                    f" current model is {own.shape}."
                )
                continue
            with torch.no_grad():
                own.copy_(given)
        extra = prefix + "_extra_state"
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        if strict:
            for key in state_dict:
                if key.startswith(prefix) and key != extra:
                    name = key[len(prefix) :].split(".", 1)[0]
                    if name not in self._modules and name not in state:
                        unexpected_keys.append(key)

    def load_state_dict(self, state_dict, strict=True):
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, unexpected, errors = [], [], []
        metadata = getattr(state_dict, "_metadata", None) or {}

        def load(module, values, prefix):
            module._load_from_state_dict(
                values, prefix, metadata.get(prefix[:-1], {}), True, missing, unexpected, errors
            )
            for name, child in module._modules.items():
                if child is not None:
                    inner = prefix + name + "."
                    load(child, {key: value for key, value in values.items() if key.startswith(inner)}, inner)
            for handle in module._handles_of("_load_state_dict_post_hooks"):
                handle(module, _IncompatibleKeys(missing, unexpected))

        load(self, OrderedDict(state_dict), "")
        if strict:
            for what, keys in (("Unexpected", unexpected), ("Missing", missing)):
                if keys:
                    names = ", ".join(f'"{key}"' for key in keys)
                    errors.insert(0, f"{what} key(s) in state_dict: {names}. ")
        if errors:
            text = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {self._get_name()}:\n\t{text}")
        return _IncompatibleKeys(missing, unexpected)
