# SPDX-License-Identifier: Apache-2.0
# module: torch.autograd.functional
"""Jacobians and products with them."""

import torch


def _prepare(inputs):
    """The inputs as a list of leaves, or of values that are differentiated further out."""
    items = [inputs] if torch.is_tensor(inputs) else list(inputs)
    return [x.view(x.shape) if x.requires_grad else x.detach().clone().requires_grad_() for x in items]


def _zeros(found, like):
    return torch.zeros_like(like) if found is None else found


def _rows(y, made, create_graph):
    """For each element of an output, its gradients along all inputs."""
    rows = []
    for i in range(y.numel()):
        one = torch.zeros_like(y).detach()
        one.view(-1)[i] = 1
        found = torch.autograd.grad(y, made, one, retain_graph=True, create_graph=create_graph, allow_unused=True)
        rows.append([_zeros(g, x) for g, x in zip(found, made)])
    return rows


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of a function."""
    with torch.enable_grad():
        made = _prepare(inputs)
        result = func(*made)
        blocks = []
        for y in [result] if torch.is_tensor(result) else result:
            if y.requires_grad:
                rows = _rows(y, made, create_graph)
                block = [torch.stack([r[k] for r in rows]).reshape(y.shape + x.shape) for k, x in enumerate(made)]
            else:
                block = [torch.zeros(y.shape + x.shape, dtype=x.dtype, device=x.device) for x in made]
            blocks.append(block[0] if torch.is_tensor(inputs) else tuple(block))
    return blocks[0] if torch.is_tensor(result) else tuple(blocks)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one output."""

    def gradient(*made):
        return jacobian(func, made[0] if torch.is_tensor(inputs) else made, create_graph=True)

    return jacobian(gradient, inputs, create_graph=create_graph)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """A function's outputs, and the product of a vector with its Jacobian."""
    with torch.enable_grad():
        made = _prepare(inputs)
        result = func(*made)
        outputs = [result] if torch.is_tensor(result) else list(result)
        vectors = None if v is None else [v] if torch.is_tensor(v) else list(v)
        found = torch.autograd.grad(outputs, made, vectors, create_graph=create_graph, allow_unused=True)
        found = tuple([_zeros(g, x) for g, x in zip(found, made)])
    if not create_graph:
        outputs = [y.detach() for y in outputs]
    return outputs[0] if torch.is_tensor(result) else tuple(outputs), found[0] if torch.is_tensor(inputs) else found


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """A function's outputs, and the product of its Jacobian with a vector: twice backwards."""
    with torch.enable_grad():
        made = _prepare(inputs)
        result = func(*made)
        outputs = [result] if torch.is_tensor(result) else list(result)
        vectors = [torch.ones_like(x) for x in made] if v is None else [v] if torch.is_tensor(v) else list(v)
        dual = [torch.zeros_like(y).detach().requires_grad_() for y in outputs]
        back = torch.autograd.grad(outputs, made, dual, create_graph=True, allow_unused=True, materialize_grads=True)
        moving = [k for k, g in enumerate(back) if g.requires_grad]
        found = torch.autograd.grad(
            [back[k] for k in moving],
            dual,
            [vectors[k] for k in moving],
            create_graph=create_graph,
            allow_unused=True,
        )
        found = tuple([_zeros(g, y) for g, y in zip(found, outputs)])
    if not create_graph:
        outputs = [y.detach() for y in outputs]
    return outputs[0] if torch.is_tensor(result) else tuple(outputs), found[0] if torch.is_tensor(result) else found
