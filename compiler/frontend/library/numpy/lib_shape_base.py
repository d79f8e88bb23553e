# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib.shape_base
"""Functions of shape, under the name of the file that NumPy 1 has them in."""

import numpy as np

apply_along_axis, apply_over_axes, array_split, split = (
    np.apply_along_axis,
    np.apply_over_axes,
    np.array_split,
    np.split,
)
hsplit, dsplit, vsplit, dstack, column_stack = np.hsplit, np.dsplit, np.vsplit, np.dstack, np.column_stack
row_stack, kron, tile, expand_dims = np.vstack, np.kron, np.tile, np.expand_dims
take_along_axis, put_along_axis = np.take_along_axis, np.put_along_axis
