# SPDX-License-Identifier: Apache-2.0
# module: jax.extend.core
"""Operations as objects. A program's own is what its `def_impl` computes; those of `jax.lax` call its functions."""


class Primitive:
    """An operation by name: `bind` runs what `def_impl` was given. Rules of other kinds are kept and not asked."""

    multiple_results = False
    call_primitive = map_primitive = False

    def __init__(self, name):
        self.name, self.impl, self.rules = name, None, {}

    def bind(self, *args, **params):
        if self.impl is None:
            raise NotImplementedError(f"Evaluation rule for '{self.name}' not implemented")
        return self.impl(*args, **params)

    def def_impl(self, impl):
        self.impl = impl
        return impl

    def def_abstract_eval(self, rule):
        self.rules["abstract_eval"] = rule
        return rule

    def def_effectful_abstract_eval(self, rule):
        self.rules["effectful_abstract_eval"] = rule
        return rule

    def __repr__(self):
        return self.name

    __str__ = __repr__
