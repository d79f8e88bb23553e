# SPDX-License-Identifier: Apache-2.0
"""`decimal`: decimal numbers with contexts, as the General Decimal Arithmetic Specification has them."""

import math as _math

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


class Decimal:
    """A decimal number: a sign, digits and an exponent."""

    def __new__(cls, value="0", context=None):
        if isinstance(value, Decimal):
            return value if cls is type(value) else _made(value._neg, value._int, value._exp, value._kind, cls)
        if isinstance(value, str):
            found = _parse(value)
            if found is None:
                return (context or getcontext())._signal(ConversionSyntax, _nan())
            return _made(*found, cls)
        if isinstance(value, int):
            return _made(value < 0, abs(int(value)), 0, "", cls)
        if isinstance(value, float):
            context = context or getcontext()
            context._signal(FloatOperation, None, "strict semantics for mixing floats and Decimals are enabled")
            return cls.from_float(value)
        if isinstance(value, (tuple, list)):
            if len(value) != 3:
                raise ValueError("argument must be a sequence of length 3")
            sign, digits, exponent = value
            if sign not in (0, 1):
                raise ValueError("sign must be an integer with the value 0 or 1")
            if exponent in ("F", "n", "N"):
                coefficient = 0 if exponent == "F" else int("".join(map(str, digits)) or 0)
                return _made(sign, coefficient, 0, exponent, cls)
            if not isinstance(exponent, int):
                raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
            return _made(sign, int("".join(map(str, digits)) or 0), exponent, "", cls)
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")

    def __init__(self, *args, **kwargs):
        pass

    @classmethod
    def from_float(cls, f, /):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("argument must be int or float")
        if f != f or f in (_math.inf, -_math.inf):
            return cls(repr(f))
        n, d = abs(f).as_integer_ratio()
        k = d.bit_length() - 1
        return _made(_math.copysign(1.0, f) < 0, n * 5**k, -k, "", cls)

    # ---- what it is

    def is_nan(self):
        return self._kind in ("n", "N")

    def is_qnan(self):
        return self._kind == "n"

    def is_snan(self):
        return self._kind == "N"

    def is_infinite(self):
        return self._kind == "F"

    def is_finite(self):
        return self._kind == ""

    def is_signed(self):
        return self._neg

    def is_zero(self):
        return not self._kind and not self._int

    def is_canonical(self):
        return True

    def is_normal(self, context=None):
        return self.is_finite() and self._int != 0 and self.adjusted() >= (context or getcontext()).Emin

    def is_subnormal(self, context=None):
        return self.is_finite() and self._int != 0 and self.adjusted() < (context or getcontext()).Emin

    def __bool__(self):
        return bool(self._kind) or self._int != 0

    def adjusted(self):
        return 0 if self._kind else self._exp + len(str(self._int)) - 1

    def as_tuple(self):
        digits = tuple([int(c) for c in str(self._int)])
        if self._kind:
            digits = (0,) if self._kind == "F" else digits if self._int else ()
        return DecimalTuple(int(self._neg), digits, self._kind or self._exp)

    def as_integer_ratio(self):
        if self._kind:
            if self._kind == "F":
                raise OverflowError("cannot convert Infinity to integer ratio")
            raise ValueError("cannot convert NaN to integer ratio")
        n, d = (self._int * 10**self._exp, 1) if self._exp >= 0 else (self._int, 10**-self._exp)
        g = _math.gcd(n, d)
        return (-n if self._neg else n) // g, d // g

    # ---- text

    def __repr__(self):
        return f"Decimal('{self}')"

    def _special_text(self):
        sign = "-" if self._neg else ""
        if self._kind == "F":
            return sign + "Infinity"
        return sign + ("sNaN" if self._kind == "N" else "NaN") + (str(self._int) if self._int else "")

    def __str__(self, context=None, eng=False):
        if self._kind:
            return self._special_text()
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            dot = left
        elif not eng:
            dot = 1
        elif digits == "0":
            dot = (left + 1) % 3 - 1
        else:
            dot = (left - 1) % 3 + 1
        if dot <= 0:
            text = "0." + "0" * -dot + digits
        elif dot >= len(digits):
            text = digits + "0" * (dot - len(digits))
        else:
            text = digits[:dot] + "." + digits[dot:]
        if left != dot:
            text += ("E" if (context or getcontext()).capitals else "e") + f"{left - dot:+d}"
        return ("-" if self._neg else "") + text

    def to_eng_string(self, context=None):
        return self.__str__(context, eng=True)

    def __format__(self, spec, context=None):
        import re

        context = context or getcontext()
        found = re.fullmatch(r"(?:(.)?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?(,)?(?:\.(\d+))?([eEfFgGn%])?", spec, re.S)
        if not found:
            raise ValueError("invalid format string")
        fill, align, plus, no_minus_zero, _, zero, width, comma, precision, kind = found.groups()
        if no_minus_zero or kind == "n":
            raise NotImplementedError("`z` or `n` in the format of a decimal")
        if zero and not align:
            fill, align = "0", "="
        fill, align = fill or " ", align or ">"
        value, tail = self, ""
        if kind == "%" and not value._kind:
            value, tail = _made(value._neg, value._int, value._exp + 2), "%"
        if value._kind:
            body, negative = value._special_text().lstrip("-") + tail, value._neg
        else:
            mode = context.rounding
            if precision is not None:
                places = int(precision)
                if kind in ("e", "E"):
                    value = value._rounded_to(places + 1, mode)
                elif kind in ("f", "F", "%"):
                    value = value._at_exponent(-places, mode)
                elif len(str(value._int)) > max(places, 1):
                    value = value._rounded_to(max(places, 1), mode)
            digits = str(value._int)
            if not value._int and value._exp > 0 and kind in ("f", "F", "%"):
                value = value._at_exponent(0, mode)
            left = value._exp + len(digits)
            if kind in ("e", "E"):
                dot = 1
            elif kind in ("f", "F", "%"):
                dot = left
            else:
                dot = left if value._exp <= 0 and left > -6 else 1
            if kind in ("e", "E") and not value._int and precision is not None:
                digits = "0" * (int(precision) + 1)
                left = value._exp + 1 + int(precision)
                left = value._exp + 1 if value._exp == self._exp else left
            if dot <= 0:
                whole, part = "0", "0" * -dot + digits
            elif dot >= len(digits):
                whole, part = digits + "0" * (dot - len(digits)), ""
            else:
                whole, part = digits[:dot], digits[dot:]
            exponent = left - dot
            mark = ""
            if exponent or kind in ("e", "E"):
                letter = "e" if kind in ("e", "g") else "E" if kind else ("E" if context.capitals else "e")
                mark = f"{letter}{exponent:+d}"
            negative = value._neg
            rest = ("." + part if part else "") + mark + tail
            if comma:
                room = int(width or 0) - len(rest) - (1 if negative or plus in ("+", " ") else 0)
                if fill == "0" and align == "=":
                    while len(whole) + (len(whole) - 1) // 3 < room:
                        whole = "0" + whole
                groups = []
                while len(whole) > 3:
                    groups, whole = [whole[-3:]] + groups, whole[:-3]
                whole = comma.join([whole] + groups)
            body = whole + rest
        sign = "-" if negative else plus if plus in ("+", " ") else ""
        pad = fill * (int(width or 0) - len(sign) - len(body))
        if align == "=":
            return sign + pad + body
        text = sign + body
        if align == "<":
            return text + pad
        if align == "^":
            half = len(pad) // 2
            return pad[:half] + text + pad[half:]
        return pad + text

    # ---- rounding

    def _rounded_to(self, digits, mode):
        count = len(str(self._int)) - digits
        if count <= 0:
            return self if not self._int else _made(self._neg, self._int * 10**-count, self._exp + count)
        kept, _ = _cut(self._int, count, mode, self._neg)
        if len(str(kept)) > digits:
            kept, count = kept // 10, count + 1
        return _made(self._neg, kept, self._exp + count)

    def _at_exponent(self, exponent, mode):
        if not self._int:
            return _made(self._neg, 0, exponent)
        return _made(self._neg, _cut(self._int, exponent - self._exp, mode, self._neg)[0], exponent)

    def _fixed(self, context):
        """The number as the context can hold it, with its signals."""
        if self._kind:
            return self if self._kind != "N" else context._signal(InvalidOperation, _made(self._neg, self._int, 0, "n"))
        tiny, top = context.Etiny(), context.Etop()
        if not self._int:
            end = context.Emax if not context.clamp else top
            exponent = min(max(self._exp, tiny), end)
            if exponent != self._exp:
                context._signal(Clamped)
                return _made(self._neg, 0, exponent)
            return self
        size = len(str(self._int))
        least = size + self._exp - context.prec
        if least > top:
            return self._too_large(context)
        subnormal = least < tiny
        least = max(least, tiny)
        if self._exp >= least:
            if subnormal:
                context._signal(Subnormal)
            if context.clamp and self._exp > top:
                context._signal(Clamped)
                return _made(self._neg, self._int * 10 ** (self._exp - top), top)
            return self
        kept, lost = _cut(self._int, least - self._exp, context.rounding, self._neg)
        if len(str(kept)) > context.prec:
            kept, least = kept // 10, least + 1
        if least > top:
            return self._too_large(context)
        if lost and subnormal:
            context._signal(Underflow)
        if subnormal:
            context._signal(Subnormal)
        if lost:
            context._signal(Inexact)
        context._signal(Rounded)
        if not kept:
            context._signal(Clamped)
        return _made(self._neg, kept, least)

    def _too_large(self, context):
        mode, negative = context.rounding, self._neg
        finite = mode in (ROUND_DOWN, ROUND_05UP) or (mode == ROUND_CEILING and negative)
        if finite or (mode == ROUND_FLOOR and not negative):
            result = _made(negative, 10**context.prec - 1, context.Etop())
        else:
            result = _made(negative, 0, 0, "F")
        for signal in (Overflow, Inexact, Rounded):
            context.flags[signal] = True
        for signal in (Overflow, Inexact, Rounded):
            context._signal(signal)
        return result

    def _not_a_number(self, other, context):
        """What an operation gives for a NaN among its operands, or None."""
        for value in (self, other):
            if value is not None and value._kind == "N":
                return context._signal(InvalidOperation, _made(value._neg, value._int, 0, "n"))
        for value in (self, other):
            if value is not None and value._kind == "n":
                return value
        return None

    def quantize(self, exp, rounding=None, context=None):
        context, exp = context or getcontext(), _operand(exp)
        mode = rounding or context.rounding
        if self._kind or exp._kind:
            found = self._not_a_number(exp, context)
            if found is not None:
                return found
            if self._kind and exp._kind:
                return self
            return context._signal(InvalidOperation, _nan())
        if not context.Etiny() <= exp._exp <= context.Emax:
            return context._signal(InvalidOperation, _nan())
        if not self._int:
            return _made(self._neg, 0, exp._exp)._fixed(context)
        if self.adjusted() > context.Emax or self.adjusted() - exp._exp + 1 > context.prec:
            return context._signal(InvalidOperation, _nan())
        kept, lost = _cut(self._int, exp._exp - self._exp, mode, self._neg)
        if len(str(kept)) > context.prec:
            return context._signal(InvalidOperation, _nan())
        if exp._exp > self._exp:
            if lost:
                context._signal(Inexact)
            context._signal(Rounded)
        return _made(self._neg, kept, exp._exp)._fixed(context)

    def to_integral_value(self, rounding=None, context=None):
        context = context or getcontext()
        if self._kind:
            return self._not_a_number(None, context) or self
        return self if self._exp >= 0 else self._at_exponent(0, rounding or context.rounding)

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        context = context or getcontext()
        result = self.to_integral_value(rounding, context)
        if not self._kind and self._exp < 0:
            if result != self:
                context._signal(Inexact)
            context._signal(Rounded)
        return result

    def normalize(self, context=None):
        context = context or getcontext()
        value = self._not_a_number(None, context) or self._fixed(context)
        if value._kind:
            return value
        if not value._int:
            return _made(value._neg, 0, 0)
        coefficient, exponent, end = value._int, value._exp, context.Etop() if context.clamp else context.Emax
        while coefficient % 10 == 0 and exponent < end:
            coefficient, exponent = coefficient // 10, exponent + 1
        return _made(value._neg, coefficient, exponent)

    def __round__(self, n=None):
        if n is None:
            return int(self._whole(ROUND_HALF_EVEN))
        return self.quantize(_made(False, 1, -n))

    def _whole(self, mode):
        if self._kind == "F":
            raise OverflowError("cannot convert Infinity to integer")
        if self._kind:
            raise ValueError("cannot convert NaN to integer")
        return self.to_integral_value(mode)

    def __int__(self):
        value = self._whole(ROUND_DOWN)
        result = value._int * 10**value._exp
        return -result if self._neg else result

    __trunc__ = __int__

    def __floor__(self):
        return int(self._whole(ROUND_FLOOR))

    def __ceil__(self):
        return int(self._whole(ROUND_CEILING))

    def __float__(self):
        if self._kind == "N":
            raise ValueError("cannot convert signaling NaN to float")
        return float(("-nan" if self._neg else "nan") if self._kind == "n" else str(self))

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def conjugate(self):
        return self

    # ---- sign

    def _copied(self):
        return _made(self._neg, self._int, self._exp, self._kind)

    def _negated(self):
        return _made(not self._neg, self._int, self._exp, self._kind)

    def copy_negate(self):
        return self._negated()

    def copy_abs(self):
        return _made(False, self._int, self._exp, self._kind)

    def copy_sign(self, other, context=None):
        return _made(_operand(other)._neg, self._int, self._exp, self._kind)

    def __neg__(self):
        context = getcontext()
        if self.is_zero():
            return _made(context.rounding == ROUND_FLOOR, 0, self._exp)._fixed(context)
        return self._not_a_number(None, context) or self._negated()._fixed(context)

    def __pos__(self):
        context = getcontext()
        if self.is_zero():
            return _made(self._neg and context.rounding == ROUND_FLOOR, 0, self._exp)._fixed(context)
        return self._not_a_number(None, context) or self._fixed(context)

    def __abs__(self):
        return self._not_a_number(None, getcontext()) or self.copy_abs()._fixed(getcontext())

    # ---- arithmetic

    def _add(self, other, context):
        found = self._not_a_number(other, context)
        if found is not None:
            return found
        if self._kind or other._kind:
            if self._kind and other._kind and self._neg != other._neg:
                return context._signal(InvalidOperation, _nan())
            return self._copied() if self._kind else other._copied()
        exponent = min(self._exp, other._exp)
        floor = context.rounding == ROUND_FLOOR
        if not self._int and not other._int:
            negative = self._neg if self._neg == other._neg else floor
            return _made(negative, 0, exponent)._fixed(context)
        # A number far below the other one's last digit only says that there is something.
        a, b = (self, other) if self.adjusted() >= other.adjusted() else (other, self)
        if a._int and b._int:
            cut = min(a._exp, a.adjusted() - context.prec - 1) - 2
            if b.adjusted() < cut:
                b = _made(b._neg, 1, cut)
            exponent = min(a._exp, b._exp)
        elif not a._int or not b._int:
            value, zero = (a, b) if a._int else (b, a)
            exponent = max(exponent, value.adjusted() - context.prec) if zero._exp < value._exp else value._exp
            exponent = min(exponent, value._exp)
            return _made(value._neg, value._int * 10 ** (value._exp - exponent), exponent)._fixed(context)
        total = sum((-x._int if x._neg else x._int) * 10 ** (x._exp - exponent) for x in (a, b))
        negative = total < 0 if total else floor
        return _made(negative, abs(total), exponent)._fixed(context)

    def _subtract(self, other, context):
        found = self._not_a_number(other, context)
        return self._add(other._negated(), context) if found is None else found

    def _multiply(self, other, context):
        found = self._not_a_number(other, context)
        if found is not None:
            return found
        negative = self._neg != other._neg
        if self._kind or other._kind:
            if self.is_zero() or other.is_zero():
                return context._signal(InvalidOperation, _nan())
            return _made(negative, 0, 0, "F")
        return _made(negative, self._int * other._int, self._exp + other._exp)._fixed(context)

    def _divide(self, other, context):
        found = self._not_a_number(other, context)
        if found is not None:
            return found
        negative = self._neg != other._neg
        if self._kind:
            return context._signal(InvalidOperation, _nan()) if other._kind else _made(negative, 0, 0, "F")
        if other._kind:
            context._signal(Clamped)
            return _made(negative, 0, context.Etiny())
        if not other._int:
            if not self._int:
                return context._signal(DivisionUndefined, _nan())
            return context._signal(DivisionByZero, _made(negative, 0, 0, "F"))
        ideal = self._exp - other._exp
        if not self._int:
            return _made(negative, 0, ideal)._fixed(context)
        shift = max(len(str(other._int)) - len(str(self._int)) + context.prec + 1, 0)
        quotient, rest = divmod(self._int * 10**shift, other._int)
        exponent = ideal - shift
        if rest:
            quotient += quotient % 5 == 0  # a digit that no rounding takes for exact
        else:
            while exponent < ideal and quotient % 10 == 0:
                quotient, exponent = quotient // 10, exponent + 1
        return _made(negative, quotient, exponent)._fixed(context)

    def _divided_int(self, other, context, part=None):
        """Quotient, cut to an integer, and the remainder; only one of them is asked for by `part`."""
        found = self._not_a_number(other, context)
        if found is not None:
            return found, found
        negative = self._neg != other._neg
        if self._kind:
            if other._kind:
                return context._signal(InvalidOperation, (_nan(), _nan()))
            infinite = _made(negative, 0, 0, "F")
            return infinite, _nan() if part == 0 else context._signal(InvalidOperation, _nan())
        if not other._kind and not other._int:
            if not self._int:
                return context._signal(DivisionUndefined, (_nan(), _nan()))
            infinite = _made(negative, 0, 0, "F")
            if part != 0:
                context._signal(InvalidOperation)
            return infinite if part == 1 else context._signal(DivisionByZero, infinite), _nan()
        if other._kind:
            return _made(negative, 0, 0), self if part == 0 else self._fixed(context)
        exponent = min(self._exp, other._exp)
        if self._int and self.adjusted() - other.adjusted() > context.prec:
            return context._signal(DivisionImpossible, (_nan(), _nan()))
        a, b = self._int * 10 ** (self._exp - exponent), other._int * 10 ** (other._exp - exponent)
        quotient, rest = divmod(a, b)
        if len(str(quotient)) > context.prec:
            return context._signal(DivisionImpossible, (_nan(), _nan()))
        remainder = _made(self._neg, rest, exponent)
        return _made(negative, quotient, 0), remainder if part == 0 else remainder._fixed(context)

    def _power(self, other, context):
        found = self._not_a_number(other, context)
        if found is not None:
            return found
        if other.is_zero():
            return context._signal(InvalidOperation, _nan()) if self.is_zero() else _made(False, 1, 0)
        whole = other._kind == "" and other == other.to_integral_value()
        negative = self._neg and whole and int(other) % 2 == 1
        if self.is_zero() or self._kind:
            if self._neg and self._kind and not whole:
                return context._signal(InvalidOperation, _nan())
            large = bool(self._kind) != other._neg
            return _made(negative, 0, 0, "F" if large else "")
        if self._neg and not whole:
            return context._signal(InvalidOperation, _nan())
        if other._kind:
            size = self.copy_abs().compare(Decimal(1))
            if size == 0:
                return _made(False, 10 ** (context.prec - 1), 1 - context.prec)
            return _made(False, 0, 0, "F" if (size > 0) != other._neg else "")
        wide = context.copy()
        wide.prec = context.prec + 8 + len(str(abs(other.adjusted()) + abs(self.adjusted()))) * 3
        wide.clear_traps()
        wide.Emax, wide.Emin = MAX_EMAX, MIN_EMIN
        if whole:
            n = abs(int(other))
            if len(str(self._int)) * n <= 4 * context.prec + 100:
                result = _made(negative, self._int**n, self._exp * n)
                if other._neg:
                    return Decimal(1)._divide(result, context)
                return result._fixed(context)
            if n < 10**9:
                result, base, k = Decimal(1), self.copy_abs(), n
                wide.prec += len(str(n)) * 2
                while k:
                    if k % 2:
                        result = result._multiply(base, wide)
                    k //= 2
                    base = base._multiply(base, wide) if k else base
                if other._neg:
                    result = Decimal(1)._divide(result, wide)
                return _made(negative, result._int, result._exp, result._kind)._fixed(context)
        if self == 1:
            context._signal(Inexact)
            context._signal(Rounded)
            return _made(False, 10 ** (context.prec - 1), 1 - context.prec)
        result = _exp(_ln(self.copy_abs(), wide)._multiply(other, wide), wide)
        return _made(negative, result._int, result._exp)._rounded_to(context.prec + 4, ROUND_HALF_EVEN)._fixed(context)

    def _neighbour(self, up, context):
        # The nearest number of the context's precision that is greater, or less.
        context = context or getcontext()
        found = self._not_a_number(None, context)
        if found is not None:
            return found
        top = 10**context.prec
        if self._kind:  # infinite
            if self._neg != up:
                return self
            return _made(self._neg, top - 1, context.Emax - context.prec + 1)
        if self.is_zero():
            return _made(not up, 1, context.Emin - context.prec + 1)
        spare = context.prec - len(str(self._int))
        if spare < 0:  # it has too many digits: cut, which may already be the neighbour
            coefficient, rest = divmod(self._int, 10**-spare)
            away = up != self._neg
            if rest:
                return _made(self._neg, coefficient + away, self._exp - spare)._fixed(context)
        else:
            coefficient = self._int * 10**spare
        exponent = self._exp - spare
        if up != self._neg:
            return _made(self._neg, coefficient + 1, exponent)._fixed(context)
        if coefficient == top // 10:
            return _made(self._neg, top - 1, exponent - 1)._fixed(context)
        return _made(self._neg, coefficient - 1, exponent)._fixed(context)

    def next_plus(self, context=None):
        return self._neighbour(True, context)

    def next_minus(self, context=None):
        return self._neighbour(False, context)

    def sqrt(self, context=None):
        context = context or getcontext()
        found = self._not_a_number(None, context)
        if found is not None:
            return found
        if self.is_zero():
            return _made(self._neg, 0, self._exp // 2)._fixed(context)
        if self._neg:
            return context._signal(InvalidOperation, _nan())
        if self._kind:
            return self
        ideal = self._exp // 2
        coefficient, exponent = (self._int * 10, self._exp - 1) if self._exp % 2 else (self._int, self._exp)
        shift = max(context.prec + 1 - (len(str(coefficient)) + 1) // 2, 0)
        coefficient, half = coefficient * 100**shift, exponent // 2 - shift
        root = _math.isqrt(coefficient)
        if root * root != coefficient:
            root += root % 5 == 0
        else:
            while half < ideal and root % 10 == 0:
                root, half = root // 10, half + 1
        mode = context.copy()
        mode.rounding, mode.flags, mode.traps = ROUND_HALF_EVEN, context.flags, context.traps
        return _made(False, root, half)._fixed(mode)

    def _transcendental(self, function, context):
        wide = context.copy()
        wide.clear_traps()
        wide.rounding, wide.Emax, wide.Emin = ROUND_HALF_EVEN, MAX_EMAX, MIN_EMIN
        wide.prec = context.prec + 10 + len(str(abs(self.adjusted()))) + max(self.adjusted(), 0)
        mode = context.copy()
        mode.rounding, mode.flags, mode.traps = ROUND_HALF_EVEN, context.flags, context.traps
        result = function(self, wide)
        if result._kind == "" and result._int:
            result = result._rounded_to(max(context.prec + 6, 8), ROUND_HALF_EVEN)
            mode._signal(Inexact)
        return result._fixed(mode)

    def exp(self, context=None):
        context = context or getcontext()
        found = self._not_a_number(None, context)
        if found is not None:
            return found
        if self._kind:
            return _made(False, 0, 0) if self._neg else self
        if not self._int:
            return _made(False, 1, 0)
        if self.adjusted() > 18:
            large = _made(False, 1, context.Emax + 1)
            return large._too_large(context) if not self._neg else _made(False, 1, context.Etiny() - 2)._fixed(context)
        return self._transcendental(_exp, context)

    def ln(self, context=None):
        context = context or getcontext()
        found = self._not_a_number(None, context)
        if found is not None:
            return found
        if self.is_zero():
            return _made(True, 0, 0, "F")
        if self._neg:
            return context._signal(InvalidOperation, _nan())
        if self._kind:
            return self
        return _made(False, 0, 0) if self == 1 else self._transcendental(_ln, context)

    def log10(self, context=None):
        context = context or getcontext()
        found = self._not_a_number(None, context)
        if found is not None:
            return found
        if self.is_zero():
            return _made(True, 0, 0, "F")
        if self._neg:
            return context._signal(InvalidOperation, _nan())
        if self._kind:
            return self
        if str(self._int).rstrip("0") == "1":
            return Decimal(self.adjusted())._fixed(context)
        return self._transcendental(lambda x, wide: _ln(x, wide)._divide(_ln(Decimal(10), wide), wide), context)

    def fma(self, other, third, context=None):
        context = context or getcontext()
        other, third = _operand(other), _operand(third)
        if self._kind or other._kind:
            return self._multiply(other, context)._add(third, context)
        product = _made(self._neg != other._neg, self._int * other._int, self._exp + other._exp)
        return product._add(third, context)

    def remainder_near(self, other, context=None):
        context, other = context or getcontext(), _operand(other)
        if other.is_zero() and not self._kind:
            return context._signal(InvalidOperation if self._int else DivisionUndefined, _nan())
        quotient, rest = self.copy_abs()._divided_int(other.copy_abs(), context)
        if rest._kind or other._kind:
            return rest
        wide = context.copy()
        wide.prec = MAX_PREC
        twice = rest._add(rest, wide)
        size = twice.compare(other.copy_abs())
        if size > 0 or (size == 0 and int(quotient) % 2):
            rest = rest._add(other.copy_abs()._negated(), wide)
        return _made(rest._neg != self._neg, rest._int, rest._exp)._fixed(context)

    def scaleb(self, other, context=None):
        context, other = context or getcontext(), _operand(other)
        if self._kind:
            return self._not_a_number(other, context) or self
        return _made(self._neg, self._int, self._exp + int(other))._fixed(context)

    def logb(self, context=None):
        if self.is_zero():
            return (context or getcontext())._signal(DivisionByZero, _made(True, 0, 0, "F"))
        return Decimal(self.adjusted()) if not self._kind else self.copy_abs()

    def same_quantum(self, other, context=None):
        other = _operand(other)
        if self._kind or other._kind:
            return (self.is_nan() and other.is_nan()) or (self.is_infinite() and other.is_infinite())
        return self._exp == other._exp

    def radix(self):
        return Decimal(10)

    def canonical(self):
        return self

    def __add__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._add(other, getcontext())

    __radd__ = __add__

    def __sub__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._subtract(other, getcontext())

    def __rsub__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._subtract(self, getcontext())

    def __mul__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._multiply(other, getcontext())

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._divide(other, getcontext())

    def __rtruediv__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._divide(self, getcontext())

    def __floordiv__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._divided_int(other, getcontext(), 0)[0]

    def __rfloordiv__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._divided_int(self, getcontext(), 0)[0]

    def __mod__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._divided_int(other, getcontext(), 1)[1]

    def __rmod__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._divided_int(self, getcontext(), 1)[1]

    def __divmod__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else self._divided_int(other, getcontext())

    def __rdivmod__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._divided_int(self, getcontext())

    def __pow__(self, other, modulo=None):
        other = _operand(other)
        if modulo is not None:
            raise NotImplementedError("a power of decimals with a modulus")
        return NotImplemented if other is None else self._power(other, getcontext())

    def __rpow__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._power(self, getcontext())

    # ---- order

    def _order(self, other):
        """-1, 0 or 1 of two numbers that are no NaN."""
        if self._kind or other._kind:
            a, b = [(-1 if x._neg else 1) if x._kind else 0 for x in (self, other)]
            return (a > b) - (a < b)
        if not self._int or not other._int or self._neg != other._neg:
            a, b = [0 if not x._int else -1 if x._neg else 1 for x in (self, other)]
            return (a > b) - (a < b)
        a, b = self.adjusted(), other.adjusted()
        if a == b:
            exponent = min(self._exp, other._exp)
            a, b = self._int * 10 ** (self._exp - exponent), other._int * 10 ** (other._exp - exponent)
        found = (a > b) - (a < b)
        return -found if self._neg else found

    def _compared(self, other, test, ordered):
        if isinstance(other, float):
            context = getcontext()
            context.flags[FloatOperation] = True
            if context.traps[FloatOperation] and ordered:
                raise FloatOperation("strict semantics for mixing floats and Decimals are enabled")
            other = Decimal.from_float(other)
        elif not isinstance(other, (int, Decimal)) and hasattr(other, "numerator") and hasattr(other, "denominator"):
            if self._kind:
                return test(self._order(Decimal(0))) if self._kind == "F" else False
            n, d = self.as_integer_ratio()
            a, b = n * other.denominator, other.numerator * d
            return test((a > b) - (a < b))
        other = _operand(other)
        if other is None:
            return NotImplemented
        if self.is_nan() or other.is_nan():
            if ordered or self.is_snan() or other.is_snan():
                getcontext()._signal(InvalidOperation)
            return False
        return test(self._order(other))

    def __eq__(self, other):
        return self._compared(other, lambda n: n == 0, False)

    def __lt__(self, other):
        return self._compared(other, lambda n: n < 0, True)

    def __le__(self, other):
        return self._compared(other, lambda n: n <= 0, True)

    def __gt__(self, other):
        return self._compared(other, lambda n: n > 0, True)

    def __ge__(self, other):
        return self._compared(other, lambda n: n >= 0, True)

    def __hash__(self):
        if self._kind == "N":
            raise TypeError("Cannot hash a signaling NaN value")
        if self._kind:
            return object.__hash__(self) if self._kind == "n" else hash(float(self))
        prime = 2**61 - 1
        power = pow(10, self._exp, prime) if self._exp >= 0 else pow(pow(10, prime - 2, prime), -self._exp, prime)
        found = self._int * power % prime
        return (-2 if found == 1 else -found) if self._neg else found

    def compare(self, other, context=None):
        other = _operand(other)
        found = self._not_a_number(other, context or getcontext())
        return found if found is not None else Decimal(self._order(other))

    def compare_total(self, other, context=None):
        def key(x):
            rank = {"": 0, "F": 1, "N": 2, "n": 3}[x._kind]
            return -1 if x._neg else 1, rank

        other = _operand(other)
        (s, a), (t, b) = key(self), key(other)
        if s != t:
            return Decimal(1 if s > t else -1)
        found = (a > b) - (a < b)
        if not found:
            found = (
                self.copy_abs()._order(other.copy_abs())
                if not a
                else (self._int > other._int) - (self._int < other._int)
            )
        if not found and not a:
            found = (self._exp > other._exp) - (self._exp < other._exp)
        return Decimal(found * s)

    def _extreme(self, other, context, wanted, sized=False):
        other = _operand(other)
        if self.is_nan() or other.is_nan():
            if self._kind == "n" and not other.is_nan():
                return other._fixed(context)
            if other._kind == "n" and not self.is_nan():
                return self._fixed(context)
            return self._not_a_number(other, context)
        found = self.copy_abs()._order(other.copy_abs()) if sized else self._order(other)
        found = found or int(self.compare_total(other))
        return (self if found == wanted or not found else other)._fixed(context)

    def max(self, other, context=None):
        return self._extreme(other, context or getcontext(), 1)

    def min(self, other, context=None):
        return self._extreme(other, context or getcontext(), -1)

    def max_mag(self, other, context=None):
        return self._extreme(other, context or getcontext(), 1, True)

    def min_mag(self, other, context=None):
        return self._extreme(other, context or getcontext(), -1, True)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _exp(x, context):
    """e^x to some digits more than the context asks for: halved until small, then the series."""
    digits = context.prec + 5
    scale = 10**digits
    value = x._int * 10 ** (x._exp + digits) if x._exp + digits >= 0 else x._int // 10 ** -(x._exp + digits)
    value = -value if x._neg else value
    log10 = _log_of(10, digits)
    tens, rest = divmod(value, log10)
    halvings = 8
    extra = 10**6
    rest = rest * extra >> halvings
    unit = scale * extra
    total = term = unit
    n = 1
    while term:
        term = term * rest // (unit * n)
        total += term
        n += 1
    for _ in range(halvings):
        total = total * total // unit
    return _made(False, total, tens - digits - 6)


def _atanh_inverse(n, unit):
    """`unit * atanh(1 / n)`."""
    term = unit // n
    total, k = term, 3
    while term:
        term //= n * n
        total += term // k
        k += 2
    return total


def _log_of(n, digits):
    """`ln(n) * 10**digits` of 2 or 10."""
    unit = 10 ** (digits + 8)
    two = 2 * _atanh_inverse(3, unit)
    if n == 2:
        return two // 10**8
    return (3 * two + 2 * _atanh_inverse(9, unit)) // 10**8


def _ln(x, context):
    digits = context.prec + 8
    tens = x.adjusted()
    size = len(str(x._int)) - 1
    unit = 10**digits
    value = x._int * unit // 10**size  # 1 <= value / unit < 10
    halvings = 0
    while value > unit * 3 // 2:
        value //= 2
        halvings += 1
    y = (value - unit) * unit // (value + unit)
    total, power, k = y, y, 3
    square = y * y // unit
    while power:
        power = power * square // unit
        total += power // k
        k += 2
        if power in (-1, 0):
            break
    total = 2 * total + halvings * _log_of(2, digits) + tens * _log_of(10, digits)
    return _made(total < 0, abs(total), -digits)


class DecimalTuple(tuple):
    """Sign, digits and exponent of a decimal number."""

    def __new__(cls, sign, digits, exponent):
        return tuple.__new__(cls, (sign, digits, exponent))

    @property
    def sign(self):
        return self[0]

    @property
    def digits(self):
        return self[1]

    @property
    def exponent(self):
        return self[2]

    def __repr__(self):
        return f"DecimalTuple(sign={self[0]}, digits={self[1]!r}, exponent={self[2]!r})"
