# SPDX-License-Identifier: Apache-2.0
"""`fractions`."""

import math
import numbers
from numbers import Rational as _Rational


# 12, -3/4, 1_000.25e-3
_DIGITS = r"\d+(?:_\d+)*"
_FORMAT = (
    rf"\s*([-+]?)(?=\d|\.\d)(\d*|{_DIGITS})" rf"(?:/({_DIGITS})|(?:\.(\d*|{_DIGITS}))?(?:[eE]([-+]?{_DIGITS}))?)\s*"
)


def _is_decimal(x):
    import decimal

    return isinstance(x, decimal.Decimal)


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
            elif isinstance(numerator, str):
                n, d = Fraction._read(numerator)
            elif isinstance(numerator, numbers.Rational):
                n, d = numerator.numerator, numerator.denominator
            elif isinstance(numerator, float) or type(numerator).__name__ == "Decimal" or _is_decimal(numerator):
                n, d = numerator.as_integer_ratio()
            else:
                raise TypeError("argument should be a string or a Rational instance")
        else:
            if not isinstance(numerator, (int, numbers.Rational)) or not isinstance(
                denominator, (int, numbers.Rational)
            ):
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

        m = re.fullmatch(_FORMAT, text)
        if m is None:
            raise ValueError(f"Invalid literal for Fraction: {text!r}")
        sign, num, den, dec, exp = m.groups()
        dec = dec and dec.replace("_", "")
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
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        if isinstance(dec, numbers.Integral):
            dec = int(dec)
        elif not _is_decimal(dec):
            raise TypeError(f"{cls.__name__}.from_decimal() only takes Decimals, not {dec!r} ({type(dec).__name__})")
        return cls(*dec.as_integer_ratio())

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

    def _parts(self, other):
        # Numerator and denominator of an exact operand; None for others.
        if isinstance(other, int):
            return int(other), 1
        if isinstance(other, (Fraction, numbers.Rational)):
            return other.numerator, other.denominator
        return None

    def _op(self, other, exact, inexact):
        parts = self._parts(other)
        if parts is not None:
            return exact(self._numerator, self._denominator, *parts)
        if isinstance(other, float):
            return inexact(float(self), other)
        return inexact(complex(self), other) if isinstance(other, complex) else NotImplemented

    def _reflected(self, other, exact, inexact):
        parts = self._parts(other)
        if parts is not None:
            return exact(self._numerator, self._denominator, *parts)
        if isinstance(other, (float, numbers.Real)) and not isinstance(other, complex):
            return inexact(float(self), float(other))
        return (
            inexact(complex(self), complex(other)) if isinstance(other, (complex, numbers.Complex)) else NotImplemented
        )

    def __add__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y)

    def __radd__(self, other):
        return self._reflected(other, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: y + x)

    def __sub__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y)

    def __rsub__(self, other):
        return self._reflected(other, lambda a, b, c, d: Fraction(c * b - a * d, b * d), lambda x, y: y - x)

    def __mul__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y)

    def __rmul__(self, other):
        return self._reflected(other, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: y * x)

    def __truediv__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y)

    def __rtruediv__(self, other):
        return self._reflected(other, lambda a, b, c, d: Fraction(c * b, d * a), lambda x, y: y / x)

    def __floordiv__(self, other):
        return self._op(other, lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y)

    def __rfloordiv__(self, other):
        return self._reflected(other, lambda a, b, c, d: (c * b) // (d * a), lambda x, y: y // x)

    def __mod__(self, other):
        return self._op(other, lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y)

    def __rmod__(self, other):
        return self._reflected(other, lambda a, b, c, d: Fraction((c * b) % (a * d), b * d), lambda x, y: y % x)

    def __divmod__(self, other):
        return self._op(
            other,
            lambda a, b, c, d: ((a * d) // (b * c), Fraction((a * d) % (c * b), b * d)),
            lambda x, y: divmod(x, y),
        )

    def __rdivmod__(self, other):
        return self._reflected(
            other,
            lambda a, b, c, d: ((c * b) // (d * a), Fraction((c * b) % (a * d), b * d)),
            lambda x, y: divmod(y, x),
        )

    def __pow__(self, other):
        if isinstance(other, (int, numbers.Rational)):
            if other.denominator != 1:
                return float(self) ** float(other)
            other = int(other.numerator)
            if other >= 0:
                return Fraction(self._numerator**other, self._denominator**other)
            if self._numerator == 0:
                raise ZeroDivisionError(f"Fraction({self._denominator ** -other}, 0)")
            return Fraction(self._denominator**-other, self._numerator**-other)
        return float(self) ** other

    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other**self._numerator
        if isinstance(other, numbers.Rational):
            return Fraction(other.numerator, other.denominator) ** self
        return other ** (float(self) if self._denominator != 1 else self._numerator)

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
        # As all numbers hash: modulo a prime; a denominator that is a multiple of it has no inverse.
        import sys

        try:
            inverse = pow(self._denominator, -1, sys.hash_info.modulus)
        except ValueError:
            hashed = sys.hash_info.inf
        else:
            hashed = hash(hash(abs(self._numerator)) * inverse)
        result = hashed if self._numerator >= 0 else -hashed
        return -2 if result == -1 else result

    def __copy__(self):
        return self if type(self) is Fraction else self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return +self

    @property
    def imag(self):
        return 0

    def conjugate(self):
        return +self

    def __eq__(self, other):
        parts = self._parts(other)
        if parts is not None:
            return (self._numerator, self._denominator) == parts
        if isinstance(other, complex) and other.imag == 0:
            other = other.real
        if isinstance(other, float):
            return self == Fraction(other) if math.isfinite(other) else 0.0 == other
        return NotImplemented

    def _compare(self, other, test):
        if isinstance(other, float):
            return test(
                float(self) if not math.isfinite(other) else self - Fraction(other),
                other if not math.isfinite(other) else 0,
            )
        parts = self._parts(other)
        if parts is not None:
            return test(self._numerator * parts[1], parts[0] * self._denominator)
        return NotImplemented

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)
