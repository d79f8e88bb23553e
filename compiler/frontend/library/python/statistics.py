# SPDX-License-Identifier: Apache-2.0
"""`statistics`."""

import math
import random
from collections import namedtuple
from decimal import Decimal
from fractions import Fraction

__all__ = [
    "NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean",
    "linear_regression", "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode", "pstdev",
    "pvariance", "quantiles", "stdev", "variance",
]  # fmt: skip


class StatisticsError(ValueError):
    """Raised for data that a statistic is not defined on."""


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return math.isfinite(x)


def _coerce(T, S):
    # The class that a sum of the two has.
    if T is S:
        return T
    if S is int or S is bool:
        return T
    if T is int:
        return S
    if issubclass(S, T):
        return S
    if issubclass(T, S):
        return T
    if issubclass(T, int):
        return S
    if issubclass(S, int):
        return T
    if issubclass(T, Fraction) and issubclass(S, float):
        return S
    if issubclass(T, float) and issubclass(S, Fraction):
        return T
    raise TypeError(f"don't know how to coerce {T.__name__} and {S.__name__}")


def _exact_ratio(x):
    # (numerator, denominator); None stands below what is not finite.
    if not hasattr(x, "as_integer_ratio") and hasattr(x, "numerator") and hasattr(x, "denominator"):
        return x.numerator, x.denominator
    try:
        return x.as_integer_ratio()
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None
    except (OverflowError, ValueError):
        return x, None


def _sum(data):
    # The class of the sum, the sum as a fraction (or as what is not finite), and how many there were.
    count, kinds, partials = 0, set(), {}
    for x in data:
        kinds.add(type(x))
        count += 1
        n, d = _exact_ratio(x)
        partials[d] = partials.get(d, 0) + n
    if None in partials:
        total = partials[None]
    else:
        total = sum([Fraction(n, d) for d, n in partials.items()], Fraction(0))
    kind = int
    for each in kinds:
        kind = _coerce(kind, each)
    return kind, total, count


def _squares(data, center=None):
    # The class, the sum of squared distances to the center (without one: to the mean), the mean and the number.
    data = list(data)
    kind, total, count = _sum(data)
    if not isinstance(total, Fraction):
        return kind, total - total if center is None else total, total, count
    mean = total / count if center is None and count else Fraction(0) if center is None else None
    if mean is None:
        if not _isfinite(center):
            return kind, center - center, center, count
        mean = Fraction(*_exact_ratio(center))
    squares = Fraction(0)
    counts = {}
    for x in data:
        pair = _exact_ratio(x)
        counts[pair] = counts.get(pair, 0) + 1
    for (n, d), times in counts.items():
        squares += times * (Fraction(n, d) - mean) ** 2
    return kind, squares, mean, count


def _convert(value, T):
    # The fraction as an object of the class.
    if type(value) is T:
        return value
    if issubclass(T, int) and value.denominator != 1:
        T = float
    try:
        return T(value)
    except TypeError:
        if issubclass(T, Decimal):
            return T(value.numerator) / value.denominator
        raise


def _fail_neg(values, errmsg="negative value"):
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


def mean(data):
    """The arithmetic mean."""
    kind, total, n = _sum(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    return _convert(total / n, kind)


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
    errmsg = "harmonic mean does not support negative values"
    n = len(data)
    if n < 1:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if n == 1 and weights is None:
        x = data[0]
        if not isinstance(x, (int, float, Fraction, Decimal)):
            raise TypeError("unsupported type")
        if x < 0:
            raise StatisticsError(errmsg)
        return x
    if weights is None:
        weights, total = [1] * n, n
    else:
        weights = list(weights)
        if len(weights) != n:
            raise StatisticsError("Number of weights does not match data size")
        total = _sum(list(_fail_neg(weights, errmsg)))[1]
    try:
        kind, inverse, _ = _sum([w / x if w else 0 for w, x in zip(weights, _fail_neg(data, errmsg))])
    except ZeroDivisionError:
        return 0
    if inverse <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _convert(total / inverse, kind)


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


def median_grouped(data, interval=1):
    """The median of data that stands for intervals, by interpolation."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    first, count = data.index(x), data.count(x)
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError("Value cannot be converted to a float") from None
    return x - interval / 2.0 + interval * (n / 2 - first) / count


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


def variance(data, xbar=None):
    """The sample variance."""
    kind, squares, _, n = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("variance requires at least two data points")
    return _convert(squares / (n - 1), kind)


def pvariance(data, mu=None):
    """The population variance."""
    kind, squares, _, n = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    return _convert(squares / n, kind)


def _integer_sqrt_of_frac_rto(n, m):
    # The square root of n / m as an integer, rounded to odd where it is not exact.
    root = math.isqrt(n // m)
    return root | (root * root * m != n)


def _float_sqrt_of_frac(n, m):
    # The float nearest to the square root of n / m.
    shift = (n.bit_length() - m.bit_length() - 109) // 2
    if shift >= 0:
        return float(_integer_sqrt_of_frac_rto(n, m << 2 * shift) << shift)
    return _integer_sqrt_of_frac_rto(n << -2 * shift, m) / (1 << -shift)


def _decimal_sqrt_of_frac(n, m):
    # The decimal nearest to the square root of n / m.
    if n <= 0:
        if not n:
            return Decimal("0.0")
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    nr, dr = root.as_integer_ratio()
    above = root.next_plus()
    na, da = above.as_integer_ratio()
    if 4 * n * (dr * da) ** 2 > m * (dr * na + da * nr) ** 2:
        return above
    below = root.next_minus()
    nb, db = below.as_integer_ratio()
    if 4 * n * (dr * db) ** 2 < m * (dr * nb + db * nr) ** 2:
        return below
    return root


def _root_of(kind, value):
    if not isinstance(value, Fraction):
        return math.sqrt(value) if isinstance(value, float) else value.sqrt()
    if issubclass(kind, Decimal):
        return _decimal_sqrt_of_frac(value.numerator, value.denominator)
    return _float_sqrt_of_frac(value.numerator, value.denominator)


def stdev(data, xbar=None):
    """The sample standard deviation."""
    kind, squares, _, n = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _root_of(kind, squares / (n - 1))


def pstdev(data, mu=None):
    """The population standard deviation."""
    kind, squares, _, n = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _root_of(kind, squares / n)


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


LinearRegression = namedtuple("LinearRegression", ("slope", "intercept"))


def linear_regression(x, y, /, *, proportional=False):
    """The slope and the intercept of the line nearest to the points."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    if proportional:
        sxy = math.fsum([a * b for a, b in zip(x, y)])
        sxx = math.fsum([a * a for a in x])
    else:
        xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
        sxy = math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)])
        sxx = math.fsum([(a - xbar) ** 2.0 for a in x])
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError("x is constant") from None
    return LinearRegression(slope=slope, intercept=0.0 if proportional else ybar - slope * xbar)


class NormalDist:
    """A normal distribution by its mean and its standard deviation."""

    __slots__ = {"_mu": "The mean.", "_sigma": "The standard deviation."}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = [float(x) for x in data]
        return cls(fmean(data), stdev(data))

    def samples(self, n, *, seed=None):
        draw = random.gauss if seed is None else random.Random(seed).gauss
        return [draw(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        variance = self._sigma**2.0
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        return math.exp((x - self._mu) ** 2.0 / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return self._mu + self._sigma * _standard_quantile(p)

    def overlap(self, other):
        """The area that both curves cover."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        a, b = (self, other) if (self._sigma, self._mu) <= (other._sigma, other._mu) else (other, self)
        va, vb = a.variance, b.variance
        if not va or not vb:
            raise StatisticsError("overlap() not defined when sigma is zero")
        dv, dm = vb - va, math.fabs(b._mu - a._mu)
        if not dv:
            return 1.0 - math.erf(dm / (2.0 * a._sigma * math.sqrt(2.0)))
        middle = a._mu * vb - b._mu * va
        width = a._sigma * b._sigma * math.sqrt(dm**2.0 + dv * math.log(vb / va))
        x1, x2 = (middle + width) / dv, (middle - width) / dv
        return 1.0 - (math.fabs(b.cdf(x1) - a.cdf(x1)) + math.fabs(b.cdf(x2) - a.cdf(x2)))

    mean = property(lambda self: self._mu)
    median = property(lambda self: self._mu)
    mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma**2.0)

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __rsub__(self, other):
        return -(self - other)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * math.fabs(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / math.fabs(other))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"


def _standard_quantile(p):
    # By Newton's steps with a second-order term, which double the digits: from a rough start to the last one.
    tail = min(p, 1.0 - p)
    t = math.sqrt(-2.0 * math.log(tail))
    x = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1.0 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t**3)
    for _ in range(4):
        error = 0.5 * math.erfc(x / math.sqrt(2.0)) - tail
        step = error * math.sqrt(2.0 * math.pi) * math.exp(0.5 * x * x)
        x += step / (1.0 - 0.5 * x * step)
    return -x if p < 0.5 else x
