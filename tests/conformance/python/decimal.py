### decimal_arithmetic
# source: CPython 3.11
from decimal import Decimal as D, getcontext, localcontext, ROUND_HALF_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP, InvalidOperation, DivisionByZero, Overflow, Context, Inexact, setcontext
print(D("0.1") + D("0.2"), repr(D("3.14") * 2), D(1) / D(3), D(10) / 4, D("1e3"), D("1E+30"), D("0.0000001"), -D("1.50"), abs(D(-3)), +D("1.0"))
print(D(0.1), D((1, (1, 2, 3), -2)), D("NaN"), D("-Infinity"), D(" 12_3.4 "), D(7) // 2, D(-7) // 2, D(-7) % 3, divmod(D(17), D("0.3")), D(2) ** 10, D(2) ** -1, D(2) ** D("0.5"), 5 - D(2), 1 / D(8))
print(D(2).sqrt(), D("1.44").sqrt(), D(1).exp(), D(10).ln(), D(1000).log10(), D("0.3").ln(), D("-2.5").exp(), D(3) ** D("1.7"))
for mode in (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP):
    print(mode, *[D(x).quantize(D("0.1"), rounding=mode) for x in ("2.25", "2.35", "-2.25", "2.21", "2.29", "-2.01", "7")])
with localcontext() as ctx:
    ctx.prec = 5
    print(D(1) / 7, D("123456") + 0, D("1.23456789") * 1, ctx.flags[Inexact])
print(getcontext().prec, D(1) / 7)
with localcontext(prec=3, rounding=ROUND_UP): print(D(2) / 3, D(1) / 3)
for make in (lambda: D("x"), lambda: D(1) / 0, lambda: D(0) / 0, lambda: D("1e999999") * 10, lambda: D(-1).sqrt(), lambda: D(1).quantize(D("1e-40")), lambda: int(D("inf")), lambda: D("sNaN") + 1):
    try: print(make())
    except (ArithmeticError, ValueError) as e: print(type(e).__name__, isinstance(e, ZeroDivisionError))
try: D(1) + 1.5
except TypeError as e: print("TypeError")
print(D(1) == 1.0, D("0.1") == 0.1, D("1.0") == D("1.00"), hash(D("1.0")) == hash(1), D(3) > 2, D("NaN") == D("NaN"), min(D(3), D(2)), sorted([D("2.5"), D(1), D("-3")]), sum([D("0.1")] * 3), {D("1.0"): "a"}[1], hash(D("0.5")) == hash(0.5))
print(D("123.4500").normalize(), D("1E+3").normalize(), D("123.45").as_tuple(), D("1.5").as_integer_ratio(), D("123.45").adjusted(), D("-1.5").is_signed(), D("0").is_zero(), bool(D("0.0")), int(D("-3.7")), float(D("2.5")), round(D("2.675"), 2), round(D("2.5")), round(D("3.5")), D("2.4").to_integral_value(), D("7.325").to_eng_string(), D("12e7").to_eng_string())
print(f"{D('1234567.891'):,.2f}|{D('0.5'):.1%}|{D('3.14159'):10.3f}|{D('-1'):+}|{D('1e10'):e}|{D('12345'):g}|{D('5'):05}|{D('1.5'):<8}|{D('1.5'):*^9}|{D('1234.5'):.2E}|{D('0.00001234'):f}", str(D("1e-7")), "%s" % D("1.10"), "%.2f" % D("1.005"))
c = Context(prec=4, rounding=ROUND_HALF_UP); print(c.divide(D(2), D(3)), c.create_decimal("1.23456"), c.sqrt(D(2)), c, D("5").compare(D("7")), D(7).max(D(9)), D(2).fma(3, 4), D("10").remainder_near(3), D(5).copy_sign(D(-1)), D("1.1").same_quantum(D("2.2")))
from fractions import Fraction; import math
print(D("0.5") == Fraction(1, 2), math.floor(D("-2.5")), math.ceil(D("2.1")), math.trunc(D("2.9")), D.from_float(0.25), isinstance(D(1), D), issubclass(DivisionByZero, ZeroDivisionError))
#> 0.3 Decimal('6.28') 0.3333333333333333333333333333 2.5 1E+3 1E+30 1E-7 -1.50 3 1.0
#> 0.1000000000000000055511151231257827021181583404541015625 -1.23 NaN -Infinity 123.4 3 -3 -1 (Decimal('56'), Decimal('0.2')) 1024 0.5 1.414213562373095048801688724 3 0.125
#> 1.414213562373095048801688724 1.2 2.718281828459045235360287471 2.302585092994045684017991455 3 -1.203972804325935992622746218 0.08208499862389879516952867447 6.473007839923779298664846748
#> ROUND_UP 2.3 2.4 -2.3 2.3 2.3 -2.1 7.0
#> ROUND_DOWN 2.2 2.3 -2.2 2.2 2.2 -2.0 7.0
#> ROUND_CEILING 2.3 2.4 -2.2 2.3 2.3 -2.0 7.0
#> ROUND_FLOOR 2.2 2.3 -2.3 2.2 2.2 -2.1 7.0
#> ROUND_HALF_UP 2.3 2.4 -2.3 2.2 2.3 -2.0 7.0
#> ROUND_HALF_DOWN 2.2 2.3 -2.2 2.2 2.3 -2.0 7.0
#> ROUND_HALF_EVEN 2.2 2.4 -2.2 2.2 2.3 -2.0 7.0
#> ROUND_05UP 2.2 2.3 -2.2 2.2 2.2 -2.1 7.0
#> 0.14286 1.2346E+5 1.2346 True
#> 28 0.1428571428571428571428571429
#> 0.667 0.334
#> InvalidOperation False
#> DivisionByZero True
#> InvalidOperation False
#> Overflow False
#> InvalidOperation False
#> InvalidOperation False
#> OverflowError False
#> InvalidOperation False
#> TypeError
#> True False True True True False 2 [Decimal('-3'), Decimal('1'), Decimal('2.5')] 0.3 a True
#> 123.45 1E+3 DecimalTuple(sign=0, digits=(1, 2, 3, 4, 5), exponent=-2) (3, 2) 2 True True False -3 2.5 2.68 2 4 2 7.325 120E+6
#> 1,234,567.89|50.0%|     3.142|-1|1e+10|12345|00005|1.5     |***1.5***|1.23E+3|0.00001234 1E-7 1.10 1.00
#> 0.6667 1.235 1.414 Context(prec=4, rounding=ROUND_HALF_UP, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=[Inexact, Rounded], traps=[InvalidOperation, DivisionByZero, Overflow]) -1 9 10 1 -5 True
#> True -3 3 2 0.25 True True
