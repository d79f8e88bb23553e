# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex
"""Which library the arrays of complex numbers are of: NumPy."""

import numpy as np

_JAX = False
