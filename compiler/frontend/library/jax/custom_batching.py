# SPDX-License-Identifier: Apache-2.0
# module: jax.custom_batching
"""Functions with their own rules of `vmap`."""

import functools


class custom_vmap:
    """A function with a rule of `vmap`: only the function is used, and `vmap` maps it by its operations."""

    def __init__(self, fun):
        self.fun, self.vmap_rule = fun, None
        functools.update_wrapper(self, fun)

    def __call__(self, *args, **kwargs):
        return self.fun(*args, **kwargs)

    def def_vmap(self, vmap_rule):
        self.vmap_rule = vmap_rule
        return vmap_rule


def sequential_vmap(f):
    """A function that `vmap` calls for one entry after the other."""
    return custom_vmap(f)
