# SPDX-License-Identifier: Apache-2.0
# module: decimal
"""`Decimal`: making, texts, rounding, order."""

import collections as _collections


class Decimal(_Arithmetic):
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

    def same_quantum(self, other, context=None):
        other = _operand(other)
        if self._kind or other._kind:
            return (self.is_nan() and other.is_nan()) or (self.is_infinite() and other.is_infinite())
        return self._exp == other._exp

    def radix(self):
        return Decimal(10)

    def canonical(self):
        return self

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


DecimalTuple = _collections.namedtuple("DecimalTuple", "sign digits exponent", module="decimal")
