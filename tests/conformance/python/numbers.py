### literals
# source: Python reference, 2.4.5
print(0xFF, 0o17, 0b101, 1_000_000, 1e3, .5, 5., 1_0.0_1, 0xdead_beef, 1E-2, 00)
#> 255 15 5 1000000 1000.0 0.5 5.0 10.01 3735928559 0.01 0
### comparisons_chain
# source: Python reference, 6.10
x = 5
print(1 < x < 10, 1 < x > 3, 1 < 3 > 5, x == 5 == 5.0, 1 < 2 < 3 < 4, not 1 == 2, 1 is 1, None is None, x in [1, 5], x not in (2,), True == 1, True is 1 if False else "", False < True, "a" in "abc" != "d")
def t(v):
    print("eval", v)
    return v
print(t(1) < t(0) < t(2))
#> True True False True True True True True True True True  True True
#> eval 1
#> eval 0
#> False
### rounding_half_even
# source: Built-in functions, round
print([round(x) for x in (0.5, 1.5, 2.5, -0.5, -1.5)], [round(x, 1) for x in (0.25, 0.35, 0.05, 2.675)], round(5, 2), round(-7.5), round(1e300), round(0.1 + 0.2, 10), round(123.456, 1), round(1e-10, 5), round(12345, -3), round(99.995, 2))
#> [0, 2, 2, 0, -2] [0.2, 0.3, 0.1, 2.7] 5 -8 1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160 0.3 123.5 0.0 12000 100.0
### booleans_are_ints
# source: Library reference, bool
print(True + True, True * 3, sum([True, False, True]), isinstance(True, int), True / 2, -True, ~False, True & False, True | 1, True ^ True, [10, 20][True], {1: "a"}[True], int(True), str(False), True == 1.0, "x" * False)
#> 2 3 2 True 0.5 -1 -1 False 1 False 20 a 1 False True 
### hash_equality_across_types
# source: Library reference, hashing of numeric types
d = {1: "int"}
d[1.0] = "float"; d[True] = "bool"
print(d, len({1, 1.0, True}), 2 ** 64 in {2.0 ** 64}, hash(1) == hash(1.0), 0.5 in {0.5: 1})
#> {1: 'bool'} 1 True True True
### big_integers
# source: Python reference, 3.2
a, b = 3 ** 100, 7 ** 60
print(a * b, a // b, a % b, a - b, -a // 7, a ^ b, a & b, a | b, ~a, a >> 90, a << 3, a.bit_length(), a > b, int(str(a)) == a, hex(a), f"{a:,}", float(a), a / b, str(2 ** 200)[-5:], (1 << 64) - 1, -(1 << 63), pow(3, 1000, 10**9 + 7), math.isqrt(a) if False else "")
#> 261823047065650214229434749355663176096832688296963708550406434724397845811388505654896553024358001 0 515377520732011331036461129765621272702107522001 -507506483218891353991151736522450880499732417314000 -73625360104573047290923018537945896100301074572 508237512934529519077730956605687762762989424837488 149862662912928787746851088147180141073603760257 508387375597442447865477807693834942904063028597745 -515377520732011331036461129765621272702107522002 416318645796060403094 4123020165856090648291689038124970181616860176008 159 False True 0x5a4653ca673768565b41f775d6947d55cf3813d1 515,377,520,732,011,331,036,461,129,765,621,272,702,107,522,001 5.153775207320113e+47 0.0010144790225792232 01376 18446744073709551615 -9223372036854775808 56888193 
### division_results
# source: Python reference, 6.7
print([(a // b, a % b, a - (a // b) * b) for a in (7, -7) for b in (2, -2)], [(a // b, a % b) for a in (7.5, -7.5) for b in (2, -2)], divmod(7.5, 2), divmod(-1, 10**20), 1e300 // 1e-10, 10**18 // 3.0)
#> [(3, 1, 1), (-4, -1, -1), (-4, 1, 1), (3, -1, -1)] [(3.0, 1.5), (-4.0, -0.5), (-4.0, 0.5), (3.0, -1.5)] (3.0, 1.5) (-1, 99999999999999999999) inf 3.333333333333333e+17
### math_trigonometry
# source: Library reference, math
import math
print([round(f(0.5), 12) for f in (math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.sinh, math.cosh, math.tanh, math.asinh, math.atanh, math.exp, math.expm1, math.log1p, math.erf, math.erfc, math.gamma, math.lgamma)], round(math.acosh(2), 12), round(math.atan2(-1, -1), 12), math.atan2(0.0, -0.0), math.gamma(5))
#> [0.479425538604, 0.87758256189, 0.546302489844, 0.523598775598, 1.047197551197, 0.463647609001, 0.521095305494, 1.127625965206, 0.46211715726, 0.48121182506, 0.549306144334, 1.6487212707, 0.6487212707, 0.405465108108, 0.520499877813, 0.479500122187, 1.772453850906, 0.572364942925] 1.316957896925 -2.356194490192 3.141592653589793 24.0
### random_is_exact
# source: CPython's Mersenne Twister
import random
random.seed(0)
print(random.random(), random.randint(1, 6), random.randrange(10), random.choice("abc"), random.uniform(1, 2), random.getrandbits(40))
random.seed(42)
l = list(range(8)); random.shuffle(l); print(l, random.sample(range(100), 3), random.choices([1, 2, 3], k=3), random.gauss(0, 1), random.normalvariate(0, 1))
r = random.Random(7); print(r.random(), r.randint(0, 100))
#> 0.8444218515250481 4 0 b 1.965464886361917 444468675045
#> [3, 4, 6, 7, 2, 5, 0, 1] [94, 13, 86] [3, 2, 2] 0.4347603342594289 -1.1523850363093195
#> 0.32383276483316237 19

### combinations_of_numbers_that_are_indices
# source: CPython 3.11: Lib/test/test_math.py
import math

class Five:
    def __index__(self):
        return 5

print(math.perm(Five(), 2), math.comb(Five(), 2), math.perm(1, 2**1000), math.perm(4), math.perm(4, None), math.perm(2**100, 1) == 2**100)
for call in (
    lambda: math.perm(10, 1.0),
    lambda: math.perm("10", 1),
    lambda: math.perm(-1, 1),
    lambda: math.perm(1, -(2**1000)),
    lambda: math.perm(2**1000, 2**1000),
    lambda: math.comb(10, 1.0),
    lambda: math.isclose(1, 1, rel_tol=-1e-100),
    lambda: math.isclose(1, 1, rel_tol=1e-100, abs_tol=-1e10),
):
    try:
        print(call())
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__)
#> 20 10 0 24 24 True
#> TypeError
#> TypeError
#> ValueError
#> ValueError
#> OverflowError
#> TypeError
#> ValueError
#> ValueError
### properties_of_classes_are_not_called
# source: CPython 3.11
for cls in (float, int):
  try:
    print(cls.real())
  except TypeError as e:
    print(e)
print((2.5).imag, (2).imag)
#> 'getset_descriptor' object is not callable
#> 'getset_descriptor' object is not callable
#> 0.0 0
