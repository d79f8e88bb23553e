# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib numpy.lib.arraypad numpy.lib.function_base numpy.lib.index_tricks numpy.lib.shape_base
"""`numpy` by the files that NumPy 1 has its functions in."""

import numpy as _numpy


def __getattr__(name):
    return getattr(_numpy, name)
