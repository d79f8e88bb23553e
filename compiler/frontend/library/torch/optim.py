# SPDX-License-Identifier: Apache-2.0
# module: torch.optim
"""Optimizers, by the formulas that torch documents."""

import torch
import torch.nn.parameter


class Optimizer:
    def __init__(self, params, defaults):
        params = list(params)
        if len(params) == 0:
            raise ValueError("optimizer got an empty parameter list")
        groups = params if isinstance(params[0], dict) else [{"params": params}]
        self.defaults, self.param_groups, self.state = defaults, [], {}
        for group in groups:
            given = group["params"]
            found = {**defaults, **group}
            found["params"] = [given] if torch.is_tensor(given) else list(given)
            self.param_groups.append(found)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None and not set_to_none:
                    p.grad = torch.zeros_like(p.grad)
                elif set_to_none:
                    p.grad = None

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if id(p) in torch.nn.parameter._replaced:
                        raise NotImplementedError("an optimizer made before its module became complex or real")
                    if p.grad is not None:
                        state = self.state.setdefault(p, {"step": 0})
                        state["step"] += 1
                        g = -p.grad if group.get("maximize") else p.grad
                        if p.is_complex():  # the parts are numbers of their own
                            p, g = torch.view_as_real(p), torch.view_as_real(g)
                        self._update(p, g, group, state)
        return loss


class SGD(Optimizer):
    def __init__(
        self, params, lr=0.001, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None
    ):
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        defaults = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov)
        super().__init__(params, {**defaults, "maximize": maximize})

    def _update(self, p, g, group, state):
        if group["weight_decay"]:
            g = g + group["weight_decay"] * p
        if group["momentum"]:
            buffer = state.get("momentum_buffer")
            if buffer is None:
                buffer = state["momentum_buffer"] = g.clone()
            else:  # in place: it keeps its dtype where the parameter has got another one
                buffer.mul_(group["momentum"]).add_(g, alpha=1 - group["dampening"])
            g = g + group["momentum"] * buffer if group["nesterov"] else buffer
        p.sub_(group["lr"] * g)


class Adam(Optimizer):
    _decoupled = False

    def __init__(
        self,
        params,
        lr=0.001,
        betas=(0.9, 0.999),
        eps=1e-08,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        fused=None,
    ):
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize)
        super().__init__(params, defaults)

    def _update(self, p, g, group, state):
        lr, decay = group["lr"], group["weight_decay"]
        first, second = group["betas"]
        if decay and self._decoupled:
            p.mul_(1 - lr * decay)
        elif decay:
            g = g + decay * p
        state["exp_avg"] = first * state.get("exp_avg", torch.zeros_like(p)) + (1 - first) * g
        state["exp_avg_sq"] = second * state.get("exp_avg_sq", torch.zeros_like(p)) + (1 - second) * g * g
        square = state["exp_avg_sq"]
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"] = torch.maximum(state.get("max_exp_avg_sq", square), square)
        correction = (1 - second ** state["step"]) ** 0.5
        p.sub_(lr / (1 - first ** state["step"]) * state["exp_avg"] / (square.sqrt() / correction + group["eps"]))


class AdamW(Adam):
    _decoupled = True

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, amsgrad=False, **options):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **options)
