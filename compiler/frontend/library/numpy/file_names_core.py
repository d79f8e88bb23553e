# SPDX-License-Identifier: Apache-2.0
# module: numpy.core numpy.core.fromnumeric numpy.core.multiarray numpy.core.numeric numpy.core.umath
"""`numpy` by the files that NumPy 1 has its functions in."""

import numpy as _numpy


def __getattr__(name):
    return getattr(_numpy, name)
