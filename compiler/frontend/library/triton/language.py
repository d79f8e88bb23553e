# SPDX-License-Identifier: Apache-2.0
# module: triton.language


class _ForeignFloat:
    """A dtype of 8 bits that the targets here have no instructions for."""

    def __init__(self, name, mantissa):
        self.name, self.fp_mantissa_width = name, mantissa
        self.primitive_bitwidth, self.itemsize, self.scalar, self.element_ty = 8, 1, self, self

    def is_floating(self):
        return True

    def is_fp8(self):
        return True

    def is_int(self):
        return False

    def is_standard_floating(self):
        return False

    def __repr__(self):
        return self.name


float8e4b8 = _ForeignFloat("fp8e4b8", 3)
float8e5b16 = _ForeignFloat("fp8e5b16", 2)
float8e4b15 = _ForeignFloat("fp8e4b15", 3)
