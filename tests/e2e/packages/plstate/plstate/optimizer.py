# SPDX-License-Identifier: Apache-2.0
"""The rule over a tree."""
from __future__ import annotations

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp

from . import kernels


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class State:
    params: Any
    momentum: Any

    def tree_flatten(self):
        return (self.params, self.momentum), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


class Momentum:
    def __init__(self, rate: float, decay: float = 0.9):
        self.rate, self.decay = rate, decay

    def init(self, params) -> State:
        return State(params, jax.tree.map(jnp.zeros_like, params))

    def step(self, state: State, grads) -> State:
        pairs = jax.tree.map(lambda p, g, m: kernels.update(p, g, m, self.rate, self.decay), state.params, grads, state.momentum)
        is_pair = lambda x: isinstance(x, (tuple, list)) and len(x) == 2
        first = jax.tree.map(lambda pair: pair[0], pairs, is_leaf=is_pair)
        second = jax.tree.map(lambda pair: pair[1], pairs, is_leaf=is_pair)
        return State(first, second)
