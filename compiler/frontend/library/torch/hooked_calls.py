# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.module
"""Calls of modules that have hooks."""


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
