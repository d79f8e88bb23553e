# SPDX-License-Identifier: Apache-2.0
"""`decimal`: decimal numbers with contexts, as the General Decimal Arithmetic Specification has them."""

import math as _math

_written_in_c = ("Context", "Decimal")

ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR = "ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR"
ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN = "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN"
ROUND_05UP = "ROUND_05UP"
_MODES = (
    "ROUND_CEILING ROUND_FLOOR ROUND_UP ROUND_DOWN ROUND_HALF_UP ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_05UP".split()
)
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = -1999999999999999997
HAVE_THREADS = HAVE_CONTEXTVAR = True


class DecimalException(ArithmeticError):
    """What signals are derived from."""


class Clamped(DecimalException):
    """An exponent was changed to fit the context."""


class InvalidOperation(DecimalException):
    """An operation has no meaningful result."""


class DivisionByZero(DecimalException, ZeroDivisionError):
    """A finite number was divided by zero."""


class Inexact(DecimalException):
    """Digits other than zeros were lost."""


class Rounded(DecimalException):
    """Digits were lost."""


class Subnormal(DecimalException):
    """The result's exponent is below `Emin` before rounding."""


class Overflow(Inexact, Rounded):
    """The result is too large for the context."""


class Underflow(Inexact, Rounded, Subnormal):
    """The result is subnormal and inexact."""


class FloatOperation(DecimalException, TypeError):
    """Decimals were mixed with floats."""


class ConversionSyntax(InvalidOperation):
    """A text is no number."""


class DivisionImpossible(InvalidOperation):
    """The quotient has too many digits."""


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    """Zero was divided by zero."""


class InvalidContext(InvalidOperation):
    """The context can't be used."""


_SIGNALS = [InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped]


def _signal_table(given):
    if given is None:
        given = []
    if isinstance(given, dict):
        return {s: bool(given.get(s, False)) for s in _SIGNALS}
    return {s: s in given for s in _SIGNALS}


_default = [None]


class Context:
    """Precision, rounding, limits of exponents and what is done about signals."""

    def __init__(
        self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None
    ):
        base = _default[0]
        self.prec = prec if prec is not None else base.prec if base else 28
        self.rounding = rounding if rounding is not None else base.rounding if base else ROUND_HALF_EVEN
        self.Emin = Emin if Emin is not None else base.Emin if base else -999999
        self.Emax = Emax if Emax is not None else base.Emax if base else 999999
        self.capitals = capitals if capitals is not None else base.capitals if base else 1
        self.clamp = clamp if clamp is not None else base.clamp if base else 0
        self.flags = _signal_table(flags)
        self.traps = dict(base.traps) if traps is None and base else _signal_table(traps)

    def __setattr__(self, name, value):
        if name == "rounding" and value not in _MODES:
            raise TypeError(
                "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
                "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]"
            )
        ranges = {"prec": (1, MAX_PREC), "Emin": (MIN_EMIN, 0), "Emax": (0, MAX_EMAX), "clamp": (0, 1)}
        ranges["capitals"] = (0, 1)
        if name in ranges and not ranges[name][0] <= value <= ranges[name][1]:
            low, high = ranges[name]
            told = {"prec": "MAX_PREC", "Emin": "MIN_EMIN", "Emax": "MAX_EMAX"}.get(name, str(high))
            text = f"[{told}, 0]" if name == "Emin" else f"[{low}, {told}]"
            raise ValueError(f"valid range for {name} is {text}")
        object.__setattr__(self, name, value)

    def __repr__(self):
        flags, traps = [[s.__name__ for s in _SIGNALS if t[s]] for t in (self.flags, self.traps)]
        return (
            f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, "
            f"capitals={self.capitals}, clamp={self.clamp}, flags=[{', '.join(flags)}], traps=[{', '.join(traps)}])"
        )

    def copy(self):
        return Context(
            self.prec,
            self.rounding,
            self.Emin,
            self.Emax,
            self.capitals,
            self.clamp,
            dict(self.flags),
            dict(self.traps),
        )

    __copy__ = copy

    def clear_flags(self):
        for signal in _SIGNALS:
            self.flags[signal] = False

    def clear_traps(self):
        for signal in _SIGNALS:
            self.traps[signal] = False

    def Etiny(self):
        return self.Emin - self.prec + 1

    def Etop(self):
        return self.Emax - self.prec + 1

    def _signal(self, kind, result=None, text=None):
        shown = InvalidOperation if issubclass(kind, InvalidOperation) else kind
        self.flags[shown] = True
        if self.traps[shown]:
            raise shown([kind] if text is None else text)
        return result

    def create_decimal(self, num="0"):
        return Decimal(num, self)._fixed(self)

    def create_decimal_from_float(self, f):
        return Decimal.from_float(f)._fixed(self)

    def add(self, a, b):
        return Decimal(a)._add(Decimal(b), self)

    def subtract(self, a, b):
        return Decimal(a)._subtract(Decimal(b), self)

    def multiply(self, a, b):
        return Decimal(a)._multiply(Decimal(b), self)

    def divide(self, a, b):
        return Decimal(a)._divide(Decimal(b), self)

    def divide_int(self, a, b):
        return Decimal(a)._divided_int(Decimal(b), self, 0)[0]

    def remainder(self, a, b):
        return Decimal(a)._divided_int(Decimal(b), self, 1)[1]

    def divmod(self, a, b):
        return Decimal(a)._divided_int(Decimal(b), self)

    def power(self, a, b, modulo=None):
        if modulo is not None:
            raise NotImplementedError("a power of decimals with a modulus")
        return Decimal(a)._power(Decimal(b), self)

    def sqrt(self, a):
        return Decimal(a).sqrt(self)

    def exp(self, a):
        return Decimal(a).exp(self)

    def ln(self, a):
        return Decimal(a).ln(self)

    def log10(self, a):
        return Decimal(a).log10(self)

    def quantize(self, a, b):
        return Decimal(a).quantize(b, context=self)

    def plus(self, a):
        return Decimal(a)._add(Decimal(0), self) if not Decimal(a) else Decimal(a)._fixed(self)

    def minus(self, a):
        return Decimal(a)._negated()._fixed(self)

    def abs(self, a):
        return Decimal(a).copy_abs()._fixed(self)

    def compare(self, a, b):
        return Decimal(a).compare(Decimal(b), self)

    def max(self, a, b):
        return Decimal(a).max(Decimal(b), self)

    def min(self, a, b):
        return Decimal(a).min(Decimal(b), self)

    def fma(self, a, b, c):
        return Decimal(a).fma(b, c, self)

    def normalize(self, a):
        return Decimal(a).normalize(self)

    def to_integral_value(self, a):
        return Decimal(a).to_integral_value(context=self)

    def to_sci_string(self, a):
        return Decimal(a).__str__(self)

    def to_eng_string(self, a):
        return Decimal(a).to_eng_string(self)


DefaultContext = Context(traps=[InvalidOperation, DivisionByZero, Overflow])
_default[0] = DefaultContext
BasicContext = Context(9, ROUND_HALF_UP, traps=[InvalidOperation, DivisionByZero, Overflow, Underflow, Clamped])
ExtendedContext = Context(9, ROUND_HALF_EVEN, traps=[])
_current = [DefaultContext.copy()]


def getcontext():
    """The context that operations use."""
    return _current[0]


def setcontext(context):
    """Makes a context the one that operations use."""
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _current[0] = context


class _Local:
    def __init__(self, context):
        self.context = context

    def __enter__(self):
        self.saved = getcontext()
        setcontext(self.context)
        return self.context

    def __exit__(self, *exc_info):
        _current[0] = self.saved


def localcontext(ctx=None, **kwargs):
    """A block in which operations use a copy of a context."""
    context = (getcontext() if ctx is None else ctx).copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        setattr(context, name, _signal_table(value) if name in ("flags", "traps") else value)
    return _Local(context)


def _goes_up(mode, negative, kept, lost, unit):
    """Whether `kept`, of which `lost / unit` was cut off, is rounded away from zero."""
    if not lost:
        return False
    if mode == ROUND_05UP:
        return kept % 10 in (0, 5)
    if mode in (ROUND_UP, ROUND_DOWN):
        return mode == ROUND_UP
    if mode in (ROUND_CEILING, ROUND_FLOOR):
        return negative == (mode == ROUND_FLOOR)
    if 2 * lost != unit:
        return 2 * lost > unit
    return mode == ROUND_HALF_UP or (mode == ROUND_HALF_EVEN and kept % 2 == 1)


def _cut(coefficient, count, mode, negative):
    """The coefficient without its last `count` digits, rounded, and whether something was lost."""
    if count <= 0:
        return coefficient * 10**-count, False
    if count > len(str(coefficient)) + 1:
        kept, lost, unit = 0, 1 if coefficient else 0, 10
    else:
        unit = 10**count
        kept, lost = divmod(coefficient, unit)
    return kept + (1 if _goes_up(mode, negative, kept, lost, unit) else 0), lost != 0


def _parse(text):
    """`(negative, coefficient, exponent, kind)` of a text, or None."""
    text = text.strip().replace("_", "")
    negative = text.startswith("-")
    text = (text[1:] if text[:1] in ("+", "-") else text).lower()
    if text in ("inf", "infinity"):
        return negative, 0, 0, "F"
    for name, kind in (("snan", "N"), ("nan", "n")):
        if text.startswith(name):
            digits = text[len(name) :]
            return None if digits and not digits.isdigit() else (negative, int(digits or 0), 0, kind)
    mantissa, e, exponent = text.partition("e")
    sign = exponent[:1] if exponent[:1] in ("+", "-") else ""
    if e and not exponent[len(sign) :].isdigit():
        return None
    whole, _, part = mantissa.partition(".")
    if not (whole + part).isdigit():
        return None
    return negative, int(whole + part), (int(exponent) if e else 0) - len(part), ""


def _made(negative, coefficient, exponent, kind="", cls=None):
    made = object.__new__(cls or Decimal)
    made._neg, made._int, made._exp, made._kind = bool(negative), coefficient, exponent, kind
    return made


def _nan():
    return _made(False, 0, 0, "n")


def _operand(value):
    """A Decimal of a number that may stand beside one, or None."""
    if isinstance(value, Decimal):
        return value
    return _made(value < 0, abs(value), 0) if isinstance(value, int) else None
