# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib.arraysetops numpy.lib.histograms numpy.lib.nanfunctions numpy.lib.twodim_base
"""`numpy` by the files that NumPy 1 has its functions in."""

import numpy as _numpy


def __getattr__(name):
    return getattr(_numpy, name)
