# SPDX-License-Identifier: Apache-2.0
# module: numpy.linalg
"""Linear algebra."""

import numpy as np

_JAX = False
