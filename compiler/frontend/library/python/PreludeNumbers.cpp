// SPDX-License-Identifier: Apache-2.0
// `statistics`, `numbers` and `fractions`, written in Python.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char statisticsText[] = R"py(
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
)py";

static constexpr char numbersText[] = R"py(
from abc import ABC

class Number(ABC):
    """The base of all numbers."""

class Complex(Number):
    """Numbers with real and imaginary parts."""

class Real(Complex):
    """Numbers on the line."""

class Rational(Real):
    """Fractions of integers."""

class Integral(Rational):
    """Whole numbers."""

Integral.register(int)
Real.register(float)
)py";

static constexpr char fractionsText[] = R"py(
import math
from numbers import Rational as _Rational

class Fraction(_Rational):
    """A fraction of two integers in lowest terms."""
    __slots__ = ("_numerator", "_denominator")
    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if isinstance(numerator, int):
                n, d = int(numerator), 1
            elif isinstance(numerator, Fraction):
                n, d = numerator.numerator, numerator.denominator
            elif isinstance(numerator, float):
                n, d = numerator.as_integer_ratio()
            elif isinstance(numerator, str):
                n, d = Fraction._read(numerator)
            else:
                raise TypeError("argument should be a string or a Rational instance")
        else:
            if not isinstance(numerator, (int, Fraction)) or not isinstance(denominator, (int, Fraction)):
                raise TypeError("both arguments should be Rational instances")
            a, b = Fraction(numerator), Fraction(denominator)
            n, d = a.numerator * b.denominator, a.denominator * b.numerator
            if d == 0:
                raise ZeroDivisionError(f"Fraction({numerator}, 0)")
        g = math.gcd(n, d) or 1
        if d < 0:
            g = -g
        self._numerator, self._denominator = n // g, d // g
        return self
    @staticmethod
    def _read(text):
        import re
        m = re.fullmatch(r"\s*([-+]?)(?=\d|\.\d)(\d*)(?:/(\d+)|(?:\.(\d*))?(?:[eE]([-+]?\d+))?)\s*", text)
        if m is None:
            raise ValueError(f"Invalid literal for Fraction: {text!r}")
        sign, num, den, dec, exp = m.groups()
        n, d = int(num or "0"), 1
        if den:
            d = int(den)
            if d == 0:
                raise ZeroDivisionError(f"Fraction({n}, 0)")
        else:
            if dec:
                d = 10 ** len(dec)
                n = n * d + int(dec)
            if exp:
                e = int(exp)
                n, d = (n * 10 ** e, d) if e >= 0 else (n, d * 10 ** -e)
        return (-n if sign == "-" else n), d
    @classmethod
    def from_float(cls, f):
        return cls(f)
    @property
    def numerator(self):
        return self._numerator
    @property
    def denominator(self):
        return self._denominator
    def as_integer_ratio(self):
        return self._numerator, self._denominator
    def is_integer(self):
        return self._denominator == 1
    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one, two = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return two if abs(two - self) <= abs(one - self) else one
    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"
    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"
    def _op(self, other, exact, inexact):
        if isinstance(other, int):
            other = Fraction(other)
        if isinstance(other, Fraction):
            return exact(self._numerator, self._denominator, other._numerator, other._denominator)
        return inexact(float(self), other) if isinstance(other, float) else NotImplemented
    def __add__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y)
    __radd__ = __add__
    def __sub__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y)
    def __rsub__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(c * b - a * d, b * d), lambda x, y: y - x)
    def __mul__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y)
    __rmul__ = __mul__
    def __truediv__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y)
    def __rtruediv__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(c * b, d * a), lambda x, y: y / x)
    def __floordiv__(self, other):
        return self._op(other, lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y)
    def __rfloordiv__(self, other):
        return self._op(other, lambda a, b, c, d: (c * b) // (d * a), lambda x, y: y // x)
    def __mod__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y)
    def __rmod__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction((c * b) % (a * d), b * d), lambda x, y: y % x)
    def __divmod__(self, other):
        return self // other, self % other
    def __pow__(self, other):
        if isinstance(other, Fraction) and other.denominator == 1:
            other = other.numerator
        if isinstance(other, int):
            if other >= 0:
                return Fraction(self._numerator ** other, self._denominator ** other)
            if self._numerator == 0:
                raise ZeroDivisionError(f"Fraction({self._denominator ** -other}, 0)")
            return Fraction(self._denominator ** -other, self._numerator ** -other)
        return float(self) ** float(other) if isinstance(other, (float, Fraction)) else NotImplemented
    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other ** self._numerator
        return other ** float(self)
    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)
    def __pos__(self):
        return Fraction(self)
    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)
    def __int__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator
    __trunc__ = __int__
    def __floor__(self):
        return self._numerator // self._denominator
    def __ceil__(self):
        return -(-self._numerator // self._denominator)
    def __round__(self, ndigits=None):
        if ndigits is None:
            d = self._denominator
            floor, rest = divmod(self._numerator, d)
            if rest * 2 < d or (rest * 2 == d and floor % 2 == 0):
                return floor
            return floor + 1
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)
    def __float__(self):
        return self._numerator / self._denominator
    def __bool__(self):
        return self._numerator != 0
    def __hash__(self):
        return hash(self._numerator) if self._denominator == 1 else hash(float(self)) if Fraction(float(self)) == self else hash((self._numerator, self._denominator))
    def __eq__(self, other):
        if isinstance(other, int):
            return self._denominator == 1 and self._numerator == other
        if isinstance(other, Fraction):
            return self._numerator == other._numerator and self._denominator == other._denominator
        if isinstance(other, float):
            return self == Fraction(other) if math.isfinite(other) else 0.0 == other
        return NotImplemented
    def _compare(self, other, test):
        if isinstance(other, float):
            return test(float(self) if not math.isfinite(other) else self - Fraction(other), other if not math.isfinite(other) else 0)
        if isinstance(other, (int, Fraction)):
            other = Fraction(other)
            return test(self._numerator * other._denominator, other._numerator * self._denominator)
        return NotImplemented
    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)
    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)
    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)
    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)
)py";

llvm::ArrayRef<LibrarySource> library::numberSources() {
  static const LibrarySource sources[] = {{"statistics", statisticsText}, {"numbers", numbersText}, {"fractions", fractionsText}};
  return sources;
}
