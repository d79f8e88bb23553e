# SPDX-License-Identifier: Apache-2.0
"""`numbers`."""

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
