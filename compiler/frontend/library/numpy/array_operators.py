# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex jax.numpy.complex numpy.items torch.complex
"""The operators of arrays that are objects of Python, made from two functions each."""


def _define_operators(cls, stems, updated, operator, in_place):
    """`operator(stem, is_reflected)` makes `__add__`, `__radd__`; `in_place(stem)` `__iadd__` of the `updated`."""
    for stem in stems:
        setattr(cls, f"__{stem}__", operator(stem, False))
        setattr(cls, f"__r{stem}__", operator(stem, True))
        if stem in updated:
            setattr(cls, f"__i{stem}__", in_place(stem))
    for stem in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(cls, f"__{stem}__", operator(stem, False))
