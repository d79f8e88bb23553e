# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib numpy.lib.arraypad numpy.lib.arraysetops numpy.lib.function_base numpy.lib.histograms numpy.lib.index_tricks numpy.lib.nanfunctions numpy.lib.shape_base numpy.lib.twodim_base numpy.lib.type_check numpy.lib.ufunclike numpy.core numpy.core.fromnumeric numpy.core.multiarray numpy.core.numeric numpy.core.numerictypes numpy.core.shape_base numpy.core.umath
"""`numpy` by the files that NumPy 1 has its functions in."""

import numpy as _numpy


def __getattr__(name):
    return getattr(_numpy, name)
