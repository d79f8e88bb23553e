# SPDX-License-Identifier: Apache-2.0
# Decimal numbers and their contexts.
### methods
from decimal import Context, Decimal

x = Decimal('2.5')
y = Decimal('1.25')
context = Context(prec=4)
print(context.copy())
#> Context(prec=4, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=[], traps=[InvalidOperation, DivisionByZero, Overflow])
print(context.clear_flags())
#> None
print(context.clear_traps())
#> None
print(context.Etiny())
#> -1000002
print(context.Etop())
#> 999996
print(context.add(x, y))
#> 3.75
print(context.subtract(x, y))
#> 1.25
print(context.multiply(x, y))
#> 3.125
print(context.divide_int(x, y))
#> 2
print(context.remainder(x, y))
#> 0.00
print(context.divmod(x, y))
#> (Decimal('2'), Decimal('0.00'))
print(context.power(x, y))
#> 3.144
print(context.quantize(x, y))
#> 2.50
print(context.plus(x))
#> 2.5
print(context.minus(x))
#> -2.5
print(context.abs(x))
#> 2.5
print(context.compare(x, y))
#> 1
print(context.max(x, y))
#> 2.5
print(context.min(x, y))
#> 1.25
print(context.normalize(x))
#> 2.5
print(context.to_integral_value(x))
#> 2
print(context.to_sci_string(x))
#> 2.5
print(context.to_eng_string(x))
#> 2.5
print(x.is_nan())
#> False
print(x.is_qnan())
#> False
print(x.is_snan())
#> False
print(x.is_infinite())
#> False
print(x.is_finite())
#> True
print(x.is_canonical())
#> True
print(x.is_normal())
#> True
print(x.is_subnormal())
#> False
print(x.to_integral_exact())
#> 2
print(x.real)
#> 2.5
print(x.imag)
#> 0
print(x.conjugate())
#> 2.5
print(x.copy_negate())
#> -2.5
print(x.copy_abs())
#> 2.5
print(x.radix())
#> 10
print(x.canonical())
#> 2.5
print(x.compare_total(y))
#> 1
print(x.min(y))
#> 1.25
print(x.max_mag(y))
#> 2.5
print(x.min_mag(y))
#> 1.25
