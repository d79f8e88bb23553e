# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib.function_base
"""Functions of numbers, under the name of the file that NumPy 1 has them in."""

import numpy as np

angle, average, bartlett, blackman, corrcoef, cov = np.angle, np.average, np.bartlett, np.blackman, np.corrcoef, np.cov
delete, diff, digitize, extract, flip, gradient = np.delete, np.diff, np.digitize, np.extract, np.flip, np.gradient
hamming, hanning, i0, insert, interp, kaiser = np.hamming, np.hanning, np.i0, np.insert, np.interp, np.kaiser
meshgrid, piecewise, place, rot90, select, sinc = np.meshgrid, np.piecewise, np.place, np.rot90, np.select, np.sinc
trim_zeros, unwrap, vectorize, median, percentile = np.trim_zeros, np.unwrap, np.vectorize, np.median, np.percentile
quantile, append, copy, asarray_chkfinite, iterable = np.quantile, np.append, np.copy, np.asarray_chkfinite, np.iterable
