# SPDX-License-Identifier: Apache-2.0
# module: numpy.fft
"""Which library the transforms are of: NumPy."""

import numpy as np

_JAX = False
