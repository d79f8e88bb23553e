# SPDX-License-Identifier: Apache-2.0
# class: numpy.ufunc
"""What ufunc.py asks about where it is."""

import numpy as np

_JAX = False
