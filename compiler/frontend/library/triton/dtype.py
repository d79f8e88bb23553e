# SPDX-License-Identifier: Apache-2.0
# class: triton.language.dtype
"""Methods of Triton's dtypes: the dtype is the first argument."""

import triton.language.core as core


def kind(self):
    """bool, integer or float."""
    if self.is_bool():
        return core.KIND.BOOLEAN
    return core.KIND.FLOATING if self.is_floating() else core.KIND.INTEGRAL


@property
def int_signedness(self):
    """Whether an integer has a sign."""
    return core.SIGNEDNESS.SIGNED if self.is_int_signed() else core.SIGNEDNESS.UNSIGNED


@property
def exponent_bias(self):
    """What is added to a float's exponent."""
    return {"fp8e4nv": 7, "fp8e5": 15, "fp16": 15, "bf16": 127, "fp32": 127, "fp64": 1023}[self.name]


def get_int_max_value(self):
    """The greatest integer."""
    return 2 ** (self.int_bitwidth - (1 if self.is_int_signed() else 0)) - 1


def get_int_min_value(self):
    """The least integer."""
    return -(2 ** (self.int_bitwidth - 1)) if self.is_int_signed() else 0


@property
def cache_key_part(self):
    """The name in keys of compiled kernels."""
    return self.name


def mangle(self):
    """The name in symbols."""
    return self.name


def codegen_name(self):
    """The name in Python text."""
    return "triton.language." + {"fp": "float", "bf": "bfloat"}.get(self.name[:2], self.name[:2]) + self.name[2:]
