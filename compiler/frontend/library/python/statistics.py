# SPDX-License-Identifier: Apache-2.0
"""`statistics`."""

import math
from fractions import Fraction


class StatisticsError(ValueError):
    """Raised for data that a statistic is not defined on."""


def _sum(data):
    # Exact, as a fraction; and the type that the result has.
    total, kind, n = Fraction(0), int, 0
    for x in data:
        n += 1
        if isinstance(x, float):
            if x != x or x in (math.inf, -math.inf):
                return None, float, math.fsum([x] + [float(y) for y in data]), n
            kind = float if kind is int or kind is float else kind
        elif isinstance(x, Fraction):
            kind = Fraction if kind is int else kind
        total += Fraction(x)
    return total, kind, None, n


def _convert(value, kind):
    if kind is int:
        return int(value) if value.denominator == 1 else float(value)
    return kind(value)


def mean(data):
    """The arithmetic mean."""
    data = list(data)
    total, kind, special, n = _sum(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    return special / n if total is None else _convert(total / n, kind)


def fmean(data, weights=None):
    """The arithmetic mean as a float."""
    data = [float(x) for x in data]
    if weights is not None:
        weights = list(weights)
        if len(weights) != len(data):
            raise StatisticsError("data and weights must be the same length")
        den = math.fsum(weights)
        if not den:
            raise StatisticsError("sum of weights must be non-zero")
        return math.fsum([x * w for x, w in zip(data, weights)]) / den
    if not data:
        raise StatisticsError("fmean requires at least one data point")
    return math.fsum(data) / len(data)


def geometric_mean(data):
    """The n-th root of the product."""
    data = list(data)
    try:
        return math.exp(fmean([math.log(x) for x in data]))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of reciprocals."""
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    weights = [1] * len(data) if weights is None else list(weights)
    if any(x < 0 for x in data):
        raise StatisticsError("harmonic mean does not support negative values")
    if 0 in data:
        return 0
    total, kind, special, n = _sum([Fraction(w) / Fraction(x) for w, x in zip(weights, data)])
    kinds = Fraction if any(isinstance(x, Fraction) for x in data) else float
    return _convert(Fraction(sum(weights)) / total, kinds)


def median(data):
    """The middle value, or the mean of the two middle ones."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    """The lower of the middle values."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    """The higher of the middle values."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def mode(data):
    """The most frequent value, the first of them."""
    modes = multimode(data)
    if not modes:
        raise StatisticsError("no mode for empty data")
    return modes[0]


def multimode(data):
    """The most frequent values."""
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    most = max(counts.values(), default=0)
    return [x for x, count in counts.items() if count == most]


def _squares(data, center):
    total, kind, special, n = _sum(data)
    if total is None:
        return special - special, float, n
    c = total / n if center is None else Fraction(center)
    return sum([(Fraction(x) - c) ** 2 for x in data], Fraction(0)), kind, n


def variance(data, xbar=None):
    """The sample variance."""
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("variance requires at least two data points")
    ss, kind, n = _squares(data, xbar)
    return _convert(ss / (n - 1), kind)


def pvariance(data, mu=None):
    """The population variance."""
    data = list(data)
    if len(data) < 1:
        raise StatisticsError("pvariance requires at least one data point")
    ss, kind, n = _squares(data, mu)
    return _convert(ss / n, kind)


def _root(x):
    # The float nearest to the square root of a fraction.
    if x == 0:
        return 0.0
    n, m = x.numerator, x.denominator
    shift = max(0, 109 + m.bit_length() - n.bit_length())
    shift += shift % 2
    root = math.isqrt((n << shift) // m)
    if root * root * m != n << shift:
        root |= 1
    return math.ldexp(float(root) if root.bit_length() <= 53 else float(root), -(shift // 2))


def stdev(data, xbar=None):
    """The sample standard deviation."""
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("stdev requires at least two data points")
    ss, kind, n = _squares(data, xbar)
    return _root(Fraction(ss) / (n - 1))


def pstdev(data, mu=None):
    """The population standard deviation."""
    data = list(data)
    if len(data) < 1:
        raise StatisticsError("pstdev requires at least one data point")
    ss, kind, n = _squares(data, mu)
    return _root(Fraction(ss) / n)


def quantiles(data, *, n=4, method="exclusive"):
    """The values that divide the data into `n` parts of equal probability."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        raise StatisticsError("must have at least two data points")
    result = []
    if method == "inclusive":
        m = ld - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method != "exclusive":
        raise ValueError(f"Unknown method: {method!r}")
    m = ld + 1
    for i in range(1, n):
        j = i * m // n
        j = 1 if j < 1 else ld - 1 if j > ld - 1 else j
        delta = i * m - j * n
        result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    return result


def covariance(x, y, /):
    """The sample covariance of two series."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    return math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)]) / (n - 1)


def correlation(x, y, /):
    """Pearson's correlation coefficient."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    sxy = math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)])
    sxx = math.fsum([(a - xbar) ** 2.0 for a in x])
    syy = math.fsum([(b - ybar) ** 2.0 for b in y])
    if not sxx or not syy:
        raise StatisticsError("at least one of the inputs is constant")
    return sxy / math.sqrt(sxx * syy)
