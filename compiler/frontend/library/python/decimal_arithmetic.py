# SPDX-License-Identifier: Apache-2.0
# module: decimal
"""Arithmetic of decimals: `+` to `**`, roots, exponentials and logarithms, by integers."""


def _operator(operate, is_reflected=False):
    def method(self, other):
        other = _operand(other)
        if other is None:
            return NotImplemented
        return operate(other, self, getcontext()) if is_reflected else operate(self, other, getcontext())

    return method


def _both_ways(operate):
    return _operator(operate), _operator(operate, True)


class _Arithmetic:
    """What `Decimal` computes."""

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

    __add__, __radd__ = _both_ways(lambda x, y, context: x._add(y, context))
    __sub__, __rsub__ = _both_ways(lambda x, y, context: x._subtract(y, context))
    __mul__, __rmul__ = _both_ways(lambda x, y, context: x._multiply(y, context))
    __truediv__, __rtruediv__ = _both_ways(lambda x, y, context: x._divide(y, context))
    __floordiv__, __rfloordiv__ = _both_ways(lambda x, y, context: x._divided_int(y, context, 0)[0])
    __mod__, __rmod__ = _both_ways(lambda x, y, context: x._divided_int(y, context, 1)[1])
    __divmod__, __rdivmod__ = _both_ways(lambda x, y, context: x._divided_int(y, context))

    def __pow__(self, other, modulo=None):
        other = _operand(other)
        if modulo is not None:
            raise NotImplementedError("a power of decimals with a modulus")
        return NotImplemented if other is None else self._power(other, getcontext())

    def __rpow__(self, other):
        other = _operand(other)
        return NotImplemented if other is None else other._power(self, getcontext())


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
