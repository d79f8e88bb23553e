# SPDX-License-Identifier: Apache-2.0
"""`fractions`."""

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
                n, d = (n * 10**e, d) if e >= 0 else (n, d * 10**-e)
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
                return Fraction(self._numerator**other, self._denominator**other)
            if self._numerator == 0:
                raise ZeroDivisionError(f"Fraction({self._denominator ** -other}, 0)")
            return Fraction(self._denominator**-other, self._numerator**-other)
        return float(self) ** float(other) if isinstance(other, (float, Fraction)) else NotImplemented

    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other**self._numerator
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
        return (
            hash(self._numerator)
            if self._denominator == 1
            else hash(float(self))
            if Fraction(float(self)) == self
            else hash((self._numerator, self._denominator))
        )

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
            return test(
                float(self) if not math.isfinite(other) else self - Fraction(other),
                other if not math.isfinite(other) else 0,
            )
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
