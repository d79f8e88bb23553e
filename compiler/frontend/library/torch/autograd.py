# SPDX-License-Identifier: Apache-2.0
# module: torch.autograd
"""Checks of gradients by differences."""

import torch


def _tensors(x):
    return [x] if torch.is_tensor(x) else [t for t in x if torch.is_tensor(t)]


def _floating(tensors):
    return [t for t in tensors if t.is_floating_point()]


def _by_differences(func, inputs, k, eps):
    """Rows of d outputs / d inputs[k], one an element of the input: central differences."""
    rows = []
    for i in range(inputs[k].numel()):
        sides = []
        for step in (eps, -eps):
            moved = inputs[k].detach().clone()
            moved.view(-1)[i] += step
            given = [moved if j == k else x for j, x in enumerate(inputs)]
            with torch.no_grad():
                sides.append([y.detach().reshape(-1) for y in _floating(_tensors(func(*given)))])
        rows.append([(a - b) / (2 * eps) for a, b in zip(*sides)])
    return rows


def gradcheck(
    func,
    inputs,
    eps=1e-06,
    atol=1e-05,
    rtol=0.001,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_batched_forward_grad=False,
    check_forward_ad=False,
    check_backward_ad=True,
    fast_mode=False,
    masked=None,
):
    """Whether the gradients of a function agree with differences."""
    if check_forward_ad:
        raise NotImplementedError("`check_forward_ad` of `gradcheck`")
    inputs = [inputs] if torch.is_tensor(inputs) else list(inputs)
    asking = [k for k, x in enumerate(inputs) if torch.is_tensor(x) and x.requires_grad]
    if not asking:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, "
            "but none of the them have requires_grad=True."
        )
    outputs = _floating(_tensors(func(*inputs)))
    for k in asking:
        numerical = _by_differences(func, inputs, k, eps)
        for n, y in enumerate(outputs):
            columns = []
            for i in range(y.numel()):
                one = torch.zeros_like(y).detach()
                one.view(-1)[i] = 1
                found = None
                if y.requires_grad:
                    found = torch.autograd.grad(y, inputs[k], one, retain_graph=True, allow_unused=True)[0]
                columns.append((torch.zeros_like(inputs[k]) if found is None else found).detach().reshape(-1))
            analytical = torch.stack(columns, 1)
            expected = torch.stack([row[n] for row in numerical])
            if not torch.allclose(analytical, expected, rtol, atol):
                if not raise_exception:
                    return False
                raise RuntimeError(
                    f"Jacobian mismatch for output {n} with respect to input {k},\n"
                    f"numerical:{expected}\nanalytical:{analytical}\n"
                )
    return True


def gradgradcheck(func, inputs, grad_outputs=None, eps=1e-06, atol=1e-05, rtol=0.001, **options):
    """Whether the gradients of a function's gradients agree with differences."""
    inputs = [inputs] if torch.is_tensor(inputs) else list(inputs)
    outputs = _floating(_tensors(func(*inputs)))
    if grad_outputs is None:
        grad_outputs = [torch.ones_like(y).detach() * 0.7 + 0.1 * n for n, y in enumerate(outputs)]
    asking = [k for k, x in enumerate(inputs) if torch.is_tensor(x) and x.requires_grad]

    def gradient(*given):
        made = [x if x.requires_grad or k not in asking else x.requires_grad_() for k, x in enumerate(given)]
        with torch.enable_grad():
            results = _floating(_tensors(func(*made)))
            return torch.autograd.grad(
                results, [made[k] for k in asking], grad_outputs, create_graph=True, materialize_grads=True
            )

    return gradcheck(gradient, inputs, eps, atol, rtol, **options)
