# SPDX-License-Identifier: Apache-2.0
# module: torch.nn
"""The layers of `torch.nn`: they hold tensors and call functions."""

import math
import torch
import torch.nn.functional as F


def Parameter(data, requires_grad=True):
    made = data.detach().clone()
    made.requires_grad = requires_grad
    return made


class _GradientOfOutputs(torch.autograd.Function):
    """A module's results: on the way back, the gradients that its backward hooks see as `grad_output`."""

    @staticmethod
    def forward(ctx, call, *outputs):
        ctx.call = call
        return tuple(x.view_as(x) for x in outputs)

    @staticmethod
    def backward(ctx, *gradients):
        return (None,) + ctx.call.come_back(gradients)


class _GradientOfInputs(torch.autograd.Function):
    """A module's arguments: on the way back, the gradients that its backward hooks see as `grad_input`."""

    @staticmethod
    def forward(ctx, call, *inputs):
        ctx.call = call
        return tuple(x.view_as(x) for x in inputs)

    @staticmethod
    def backward(ctx, *gradients):
        return (None,) + ctx.call.leave(gradients)


class _HookedCall:
    """One call of a module with backward hooks: tensors among its arguments and results go through these functions."""

    def __init__(self, module):
        self.module, self.gradients, self.wanted, self.count = module, (), [], 0

    def enter(self, args):
        self.count = len(args)
        self.wanted = [i for i, x in enumerate(args) if torch.is_tensor(x) and x.requires_grad]
        marked = list(args)
        if self.wanted:
            for i, x in zip(self.wanted, _GradientOfInputs.apply(self, *[args[i] for i in self.wanted])):
                marked[i] = x
        return tuple(marked)

    def exit(self, result):
        many = result if isinstance(result, (tuple, list)) else (result,)
        places = [i for i, x in enumerate(many) if torch.is_tensor(x) and x.requires_grad]
        if not places:
            return result
        marked = list(many)
        for i, x in zip(places, _GradientOfOutputs.apply(self, *[many[i] for i in places])):
            marked[i] = x
        return type(result)(marked) if isinstance(result, (tuple, list)) else marked[0]

    def come_back(self, gradients):
        for handle in self.module._handles_of("_backward_pre_hooks"):
            gradients = _replaced(handle(self.module, gradients), gradients)
        self.gradients = gradients
        if not self.wanted:
            self.leave(())
        return gradients

    def leave(self, gradients):
        whole = [None] * self.count
        for i, gradient in zip(self.wanted, gradients):
            whole[i] = gradient
        whole = tuple(whole)
        for handle in self.module._handles_of("_backward_hooks"):
            whole = _replaced(handle(self.module, whole, self.gradients), whole)
        return tuple(whole[i] for i in self.wanted)


def _replaced(given, before):
    """What a backward hook gives, as a tuple; None changes nothing."""
    if given is None:
        return before
    given = given if isinstance(given, (tuple, list)) else (given,)
    if len(given) != len(before):
        raise RuntimeError(
            f"Backward hook returned an invalid number of grad_input, got {len(given)}, but expected {len(before)}"
        )
    return tuple(given)


class _Call:
    """One call of a module with hooks: what they have made of its arguments and its result so far."""

    def __init__(self, module, args, kwargs):
        self.module, self.args, self.kwargs, self.result = module, args, kwargs, None
        self.called = []

    def ask(self, handle, *result):
        named = (self.kwargs,) if handle.with_kwargs else ()
        return handle.hook(self.module, self.args, *named, *result)

    def run(self):
        module = self.module
        for handle in module._handles_of("_forward_pre_hooks"):
            self.take_arguments(handle, self.ask(handle))
        on_the_way_back = None
        if module._handles_of("_backward_hooks") or module._handles_of("_backward_pre_hooks"):
            on_the_way_back = _HookedCall(module)
            self.args = on_the_way_back.enter(self.args)
        self.result = module.forward(*self.args, **self.kwargs)
        for handle in module._handles_of("_forward_hooks"):
            self.called.append(handle)
            given = self.ask(handle, self.result)
            self.result = self.result if given is None else given
        return on_the_way_back.exit(self.result) if on_the_way_back else self.result

    def take_arguments(self, handle, given):
        if given is None:
            return
        if not handle.with_kwargs:
            self.args = given if isinstance(given, tuple) else (given,)
        elif isinstance(given, tuple) and len(given) == 2:
            self.args, self.kwargs = given
        else:
            raise RuntimeError(
                f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {given}."
            )

    def run_others(self):
        # After an exception: the hooks that are always called and were not. Their exceptions do not hide the first.
        import warnings

        for handle in self.module._handles_of("_forward_hooks"):
            if not handle.always_call or handle in self.called:
                continue
            try:
                given = self.ask(handle, self.result)
                self.result = self.result if given is None else given
            except Exception as error:
                warnings.warn(
                    "module forward hook with ``always_call=True`` raised an exception that was silenced as another"
                    f" error was raised in forward: {error}"
                )


class Module:
    training = True

    def __init__(self):
        pass

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
        return list(self.__dict__["_hooks"].get(kind, []))

    def _add_hook(self, kind, hook, prepend, with_kwargs=False, always_call=False):
        hooks = self.__dict__.setdefault("_hooks", {})
        handle = torch.utils.hooks.RemovableHandle(hooks.setdefault(kind, []), hook, prepend)
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
        setattr(self, name, tensor)

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def named_children(self):
        return [(name, value) for name, value in self.__dict__.items() if isinstance(value, Module)]

    def children(self):
        return [value for name, value in self.named_children()]

    def modules(self):
        return [self] + [inner for child in self.children() for inner in child.modules()]

    def named_parameters(self, prefix=""):
        dot = prefix + "." if prefix else ""
        found = []
        for name, value in self.__dict__.items():
            if torch.is_tensor(value) and value.requires_grad:
                found.append((dot + name, value))
            elif isinstance(value, Module):
                found.extend(value.named_parameters(dot + name))
        return found

    def parameters(self):
        return [value for name, value in self.named_parameters()]

    def _apply(self, change):
        for name, value in list(self.__dict__.items()):
            if torch.is_tensor(value):
                source = value.detach()
                moved = change(source)
                if moved is not source:
                    wanted = value.requires_grad
                    moved.requires_grad = wanted
                    setattr(self, name, moved)
            elif isinstance(value, Module):
                value._apply(change)
        return self

    def to(self, *args, **kwargs):
        for value in list(args) + list(kwargs.values()):
            if isinstance(value, torch.dtype):
                self._apply(lambda t, d=value: t.to(d) if t.is_floating_point() else t)
            elif value is not None:
                self._apply(lambda t, d=value: t.to(d))
        return self

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda())

    def cpu(self):
        return self._apply(lambda t: t.cpu())

    def half(self):
        return self.to(torch.float16)

    def bfloat16(self):
        return self.to(torch.bfloat16)

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def train(self, mode=True):
        for module in self.modules():
            module.training = mode
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad = requires_grad
        return self

    def zero_grad(self, set_to_none=True):
        for p in self.parameters():
            if set_to_none or p.grad is None:
                p.grad = None
            else:
                p.grad = torch.zeros_like(p.grad)

    def extra_repr(self):
        return ""

    def state_dict(self):
        return {name: value for name, value in self.named_parameters()}


class Identity(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / math.sqrt(in_features)
        self.weight = Parameter(
            (torch.rand(out_features, in_features, device=device) * 2 - 1).to(dtype or torch.float32) * bound
        )
        self.bias = (
            Parameter((torch.rand(out_features, device=device) * 2 - 1).to(dtype or torch.float32) * bound)
            if bias
            else None
        )

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None):
        super().__init__()
        if padding_idx is not None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx %= num_embeddings
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        weight = torch.randn(num_embeddings, embedding_dim, device=device).to(dtype or torch.float32)
        if padding_idx is not None:
            weight[padding_idx] = 0
        self.weight = Parameter(weight)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.weight = (
            Parameter(torch.ones(self.normalized_shape, device=device, dtype=dtype)) if elementwise_affine else None
        )
        self.bias = (
            Parameter(torch.zeros(self.normalized_shape, device=device, dtype=dtype))
            if elementwise_affine and bias
            else None
        )

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.weight = (
            Parameter(torch.ones(self.normalized_shape, device=device, dtype=dtype)) if elementwise_affine else None
        )

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        self.num_groups, self.eps = num_groups, eps
        self.weight = Parameter(torch.ones(num_channels, device=device, dtype=dtype)) if affine else None
        self.bias = Parameter(torch.zeros(num_channels, device=device, dtype=dtype)) if affine else None

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class Sequential(Module):
    def __init__(self, *layers):
        super().__init__()
        for k, layer in enumerate(layers):
            setattr(self, str(k), layer)

    def __len__(self):
        return len(self.children())

    def __getitem__(self, k):
        return self.children()[k]

    def __iter__(self):
        return iter(self.children())

    def forward(self, input):
        for layer in self.children():
            input = layer(input)
        return input


class ModuleList(Module):
    def __init__(self, modules=()):
        super().__init__()
        self.count = 0
        for module in modules:
            self.append(module)

    def append(self, module):
        setattr(self, str(self.count), module)
        self.count += 1
        return self

    def __len__(self):
        return self.count

    def __getitem__(self, k):
        return self.children()[k]

    def __iter__(self):
        return iter(self.children())


class _Function(Module):
    def forward(self, input):
        return self.function(input)


class ReLU(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.relu(input, self.inplace)


class SiLU(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.silu(input, self.inplace)


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, dim=self.dim)


class LogSoftmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.log_softmax(input, dim=self.dim)


class CrossEntropyLoss(Module):
    def __init__(self, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
        super().__init__()
        self.weight, self.ignore_index, self.reduction, self.label_smoothing = (
            weight,
            ignore_index,
            reduction,
            label_smoothing,
        )

    def forward(self, input, target):
        return F.cross_entropy(input, target, self.weight, self.ignore_index, self.reduction, self.label_smoothing)


class MSELoss(Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return F.mse_loss(input, target, self.reduction)


class L1Loss(Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return F.l1_loss(input, target, self.reduction)


class KLDivLoss(Module):
    def __init__(self, reduction="mean", log_target=False):
        super().__init__()
        self.reduction, self.log_target = reduction, log_target

    def forward(self, input, target):
        return F.kl_div(input, target, self.reduction, self.log_target)
