### signs_of_zero_of_floor_division
# source: CPython 3.11
print(0.0 // 1, -0.0 // 1, 0.0 // -1, -0.0 // -1, 1.0 // -3, 0.5 // -1e300, 3 // -0.5)
print(0.0 % 1, -0.0 % 1, 0.0 % -1, -0.0 % -1, 5.0 % -5, -5.0 % 5, 5 % -2.5)
print(divmod(-0.0, 2), divmod(0.0, -2), divmod(1e-20, -3.0))
print(1.0 // float("inf"), -1.0 // float("inf"), 1.0 % float("-inf"), -1.0 % float("inf"))
#> 0.0 -0.0 -0.0 0.0 -1.0 -1.0 -6.0
#> 0.0 0.0 -0.0 -0.0 -0.0 0.0 -0.0
#> (-0.0, 0.0) (-0.0, -0.0) (-1.0, -3.0)
#> 0.0 -1.0 -inf inf
### powers_that_are_too_large
# source: CPython 3.11
for f in (lambda: 10.0 ** 400, lambda: 2 ** 0.5 ** -20000, lambda: (-2.0) ** 1025, lambda: 0.0 ** -1, lambda: 0 ** -2, lambda: 2.0 ** 1024, lambda: 10 ** -400):
    try:
        print(f())
    except (OverflowError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
print(float("inf") ** 2, 2.0 ** -2000, float("inf") ** -1, (-2.0) ** 3, 1.0 ** float("nan"), 0.0 ** 0)
#> OverflowError (34, 'Numerical result out of range')
#> OverflowError (34, 'Numerical result out of range')
#> OverflowError (34, 'Numerical result out of range')
#> ZeroDivisionError 0.0 cannot be raised to a negative power
#> ZeroDivisionError 0.0 cannot be raised to a negative power
#> OverflowError (34, 'Numerical result out of range')
#> 0.0
#> inf 0.0 0.0 -8.0 1.0 1.0
### quotient_beyond_a_float
# source: CPython 3.11
for f in (lambda: 10 ** 400 / 3, lambda: 1 / 10 ** 400, lambda: 10 ** 400 / 10 ** 399, lambda: 2 ** 2000 * 1.0, lambda: 2 ** 2000 // 1.5):
    try:
        print(f())
    except OverflowError as e:
        print(e)
#> integer division result too large for a float
#> 0.0
#> 10.0
#> int too large to convert to float
#> int too large to convert to float
### whitespace
# source: CPython 3.11
text = "\x1c\x1d\u2003 a\u00a0b \x85\u3000"
print(repr(text.strip()), repr(text.lstrip()), repr(text.rstrip()), text.split(), text.rsplit(None, 1), text.split(None, 1))
print("a\u2028b\x85c\x1dd\ve\r\nf\n".splitlines(), "a\r\n\nb".splitlines(True), " \u2009 ".split(), "".splitlines())
print(b"\x1c a \x0b\xa0".strip(), b"a\x85b\x1cc d".split(), b"a\x0bb\r\nc\n".splitlines())
#> 'a\xa0b' 'a\xa0b \x85\u3000' '\x1c\x1d\u2003 a\xa0b' ['a', 'b'] ['\x1c\x1d\u2003 a', 'b'] ['a', 'b \x85\u3000']
#> ['a', 'b', 'c', 'd', 'e', 'f'] ['a\r\n', '\n', 'b'] [] []
#> b'\x1c a \x0b\xa0' [b'a\x85b\x1cc', b'd'] [b'a\x0bb', b'c']
### bytes_cases
# source: CPython 3.11
print(b"hello W\xe4rld".title(), b"aB\xc4".swapcase(), b"hELLO\xff".capitalize(), b"AB\xe9".isupper(), b"ab1".islower(), b"Ab Cd".istitle())
#> b'Hello W\xe4Rld' b'Ab\xc4' b'Hello\xff' True True True
### slices_of_another_length
# source: CPython 3.11
a = list(range(6))
for key, value in ((slice(None, None, 2), [1]), (slice(None, None, -1), [1, 2]), (slice(0, 1, 3), []), (slice(5, 0, -1), range(9))):
    try:
        a[key] = value
        print(a)
    except ValueError as e:
        print(e)
a[::1] = "xyz"
print(a)
a[1:1:None] = [7]
print(a)
b = bytearray(b"abcdef")
try:
    b[::2] = b"1"
except ValueError as e:
    print(e)
b[::-2] = b"123"
print(b)
#> attempt to assign sequence of size 1 to extended slice of size 3
#> attempt to assign sequence of size 2 to extended slice of size 6
#> attempt to assign sequence of size 0 to extended slice of size 1
#> attempt to assign sequence of size 9 to extended slice of size 5
#> ['x', 'y', 'z']
#> ['x', 7, 'y', 'z']
#> attempt to assign bytes of size 1 to extended slice of size 3
#> bytearray(b'a3c2e1')
### large_integers
# source: CPython 3.11
x = 1 << 1000000
print(x.bit_length(), (x - 1) % 1000003, (x >> 999990))
#> 1000001 250000 1024
### numbers_at_the_edge
# source: CPython 3.11's output
import math
print(math.comb(6366805760909027985741435139224001, 3), math.comb(10 ** 20, 10 ** 20 - 2), math.comb(5, 9))
for n, k in ((-1, 2), (2, -1), (10 ** 30, 10 ** 29)):
    try: print(math.comb(n, k))
    except (ValueError, OverflowError) as error: print(type(error).__name__, error)
print(format(-0.5 - 2j, '#6'), format(0j, '#14_'), format(1 + 2j, '#'), format(1e20 + 1j, '#'), format(1 + 2.5j, '#.3'))
b = bytearray(b'Hello')
b[1::-1] = b''
c = bytearray(b'Hello')
c[::2] = []
print(b, c)
#> 43014368498224879341319636235528710337174058140489841952280378562653197403862083713890148331476796000 4999999999999999999950000000000000000000 0
#> ValueError n must be a non-negative integer
#> ValueError k must be a non-negative integer
#> OverflowError min(n - k, k) must not exceed 9223372036854775807
#> (-0.5-2.j)            0.j (1.+2.j) (1.e+20+1.j) (1.00+2.50j)
#> bytearray(b'llo') bytearray(b'el')
### words_of_divisions_by_zero
# source: CPython 3.11
def show(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)
zero = 0
for act in (lambda: 1 % zero, lambda: 1 // zero, lambda: 1 / zero, lambda: divmod(1, zero), lambda: 1.0 % zero, lambda: 1.0 // zero,
            lambda: 1.0 / zero, lambda: divmod(1.0, zero), lambda: divmod(1, 0.0), lambda: zero**-1, lambda: 0.0**-1, lambda: pow(2, 3, zero),
            lambda: 1j / zero, lambda: 10**30 % zero, lambda: 10**30 // zero, lambda: 10**30 / zero, lambda: True % False, lambda: zero % zero):
    show(act)
x = 5
try:
    x %= zero
except ZeroDivisionError as error:
    print(error, x)
#> ZeroDivisionError integer modulo by zero
#> ZeroDivisionError integer division or modulo by zero
#> ZeroDivisionError division by zero
#> ZeroDivisionError integer division or modulo by zero
#> ZeroDivisionError float modulo
#> ZeroDivisionError float floor division by zero
#> ZeroDivisionError float division by zero
#> ZeroDivisionError float divmod()
#> ZeroDivisionError float divmod()
#> ZeroDivisionError 0.0 cannot be raised to a negative power
#> ZeroDivisionError 0.0 cannot be raised to a negative power
#> ValueError pow() 3rd argument cannot be 0
#> ZeroDivisionError complex division by zero
#> ZeroDivisionError integer modulo by zero
#> ZeroDivisionError integer division or modulo by zero
#> ZeroDivisionError division by zero
#> ZeroDivisionError integer modulo by zero
#> ZeroDivisionError integer modulo by zero
#> integer modulo by zero 5
### words_of_unpacking
# source: CPython 3.11
def attempt(statement, v):
    try:
        exec(statement, {"v": v})
    except Exception as error:
        print(type(error).__name__, error)
for v in ((1, 2, 3), [1, 2, 3], {1: 2, 3: 4, 5: 6}, {1, 2, 3}, "abc", range(3), (i for i in range(3)), iter([1, 2, 3]), (1,), 1, None, b"abc"):
    attempt("a, b = v", v)
attempt("a, b, *c = v", (1,))
attempt("(a, b), c = v", ((1, 2, 3), 2))
attempt("for a, b in v: pass", [(1, 2, 3)])
attempt("a, *b, c = v", [1])
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError not enough values to unpack (expected 2, got 1)
#> TypeError cannot unpack non-iterable int object
#> TypeError cannot unpack non-iterable NoneType object
#> ValueError too many values to unpack (expected 2)
#> ValueError not enough values to unpack (expected at least 2, got 1)
#> ValueError too many values to unpack (expected 2)
#> ValueError too many values to unpack (expected 2)
#> ValueError not enough values to unpack (expected at least 2, got 1)
### powers_and_bytes_at_the_edge
# source: CPython 3.11
inf = float("inf")
def show(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)
for act in (lambda: 1j**-inf, lambda: 1j**inf, lambda: 2j ** complex(1, inf), lambda: (1 + 0j) ** inf, lambda: (-0.0) ** -inf, lambda: 0.0**-inf, lambda: (-0.0) ** -1.0,
            lambda: (-1).to_bytes(0, "little", signed=True), lambda: (-2).to_bytes(0, "little", signed=True), lambda: (0).to_bytes(0, "big"), lambda: (1).to_bytes(0, "big", signed=True)):
    show(act)
text = "a\xe9\u20ac\U0001F600"
for codec in ("ascii", "latin-1"):
    print([text.encode(codec, errors) for errors in ("backslashreplace", "xmlcharrefreplace", "replace", "ignore")])
    show(lambda: text.encode(codec))
#> ZeroDivisionError 0.0 to a negative or complex power
#> ZeroDivisionError 0.0 to a negative or complex power
#> ZeroDivisionError 0.0 to a negative or complex power
#> (nan+nanj)
#> inf
#> inf
#> ZeroDivisionError 0.0 cannot be raised to a negative power
#> b''
#> OverflowError int too big to convert
#> b''
#> OverflowError int too big to convert
#> [b'a\\xe9\\u20ac\\U0001f600', b'a&#233;&#8364;&#128512;', b'a???', b'a']
#> UnicodeEncodeError 'ascii' codec can't encode characters in position 1-3: ordinal not in range(128)
#> [b'a\xe9\\u20ac\\U0001f600', b'a\xe9&#8364;&#128512;', b'a\xe9??', b'a\xe9']
#> UnicodeEncodeError 'latin-1' codec can't encode characters in position 2-3: ordinal not in range(256)
### order_of_complaints_about_a_format
# source: CPython 3.11
import struct
for value, spec in ((5, "zz"), (5, ".3q"), (-5, ".8c"), (-5, "+c"), (-5, "#c"), (-5, "zc"), (-5, "c"), (5, "z"), (5, ".2d")):
    try:
        print(format(value, spec))
    except Exception as error:
        print(type(error).__name__, error)
for kind, value in (("B", -7), ("b", 300), ("h", 10**5), ("H", 10**5), ("i", 10**11), ("I", -7), ("I", 10**11), ("<l", 10**11), ("q", 10**30), ("Q", -1), ("b", 10**30)):
    try:
        print(struct.pack(kind, value))
    except struct.error as error:
        print(kind, error)
#> ValueError Unknown format code 'z' for object of type 'int'
#> ValueError Unknown format code 'q' for object of type 'int'
#> ValueError Precision not allowed in integer format specifier
#> ValueError Sign not allowed with integer format specifier 'c'
#> ValueError Alternate form (#) not allowed with integer format specifier 'c'
#> ValueError Negative zero coercion (z) not allowed in integer format specifier
#> OverflowError %c arg not in range(0x110000)
#> ValueError Negative zero coercion (z) not allowed in integer format specifier
#> ValueError Precision not allowed in integer format specifier
#> B ubyte format requires 0 <= number <= 255
#> b byte format requires -128 <= number <= 127
#> h short format requires -32768 <= number <= 32767
#> H ushort format requires 0 <= number <= 65535
#> i 'i' format requires -2147483648 <= number <= 2147483647
#> I argument out of range
#> I 'I' format requires 0 <= number <= 4294967295
#> <l 'l' format requires -2147483648 <= number <= 2147483647
#> q argument out of range
#> Q argument out of range
#> b argument out of range
### rounding_to_tens_is_exact
# source: CPython 3.11: `round` of a float rounds its exact decimal expansion, half to even, to the left of the point too
print([round(x, -1) for x in (1e284, 15.0, 25.0, 25.000000000000004, -35.0, 9007199254740993.0)])
#> [1e+284, 20.0, 20.0, 30.0, -40.0, 9007199254740990.0]
print(round(1e300, -300), round(4e299, -300), round(6e-324, 323), round(3e307, -308), round(-1e300, -309))
#> 1e+300 0.0 0.0 0.0 -0.0
try:
    round(1.7e308, -308)
except OverflowError as error:
    print(error)
#> rounded value too large to represent
### chr_and_the_space_of_texts
# source: CPython 3.11
for function, argument in ((chr, 2**31), (chr, -(2**70)), (chr, -1), (chr, 2**31 - 1)):
    try:
        function(argument)
    except Exception as error:
        print(type(error).__name__, error)
#> OverflowError Python int too large to convert to C int
#> OverflowError Python int too large to convert to C int
#> ValueError chr() arg not in range(0x110000)
#> ValueError chr() arg not in range(0x110000)
for spec in (" 5", "+5", " z.8s"):
    try:
        format("ab", spec)
    except ValueError as error:
        print(error)
#> Space not allowed in string format specifier
#> Sign not allowed in string format specifier
#> Space not allowed in string format specifier
### sums_that_end_in_the_middle
# source: CPython, math.fsum: the sum is rounded once, by all of its parts
import math
big = 2.0 ** 53
for values in ([1.0, big, 5e-324], [1.0, big, -5e-324], [big, 1.0], [-1.0, -big, -1e-300], [big + 2, 1.0, 1e-20], [1e16, 1.0, 1e-16], [0.1] * 10, [1e308, 1e308, -1e308], [], [-0.0], [big, 1.0, 1e-300, -1e-300]):
    try: print(math.fsum(values))
    except OverflowError as e: print(e)
#> 9007199254740994.0
#> 9007199254740992.0
#> 9007199254740992.0
#> -9007199254740994.0
#> 9007199254740996.0
#> 1.0000000000000002e+16
#> 1.0
#> intermediate overflow in fsum
#> 0.0
#> 0.0
#> 9007199254740992.0
### rounds_characters_names_and_scales
# source: CPython 3.11
import math
def told(call):
    try: print(repr(call()))
    except Exception as e: print(type(e).__name__, e)
for v in (True, False, 0, 15, -25):
    for n in (-2, -1, 0, 1, None, True):
        told(lambda: round(v, n))
told(lambda: 1.5 ** round(False, -2))
told(lambda: 0.0 ** round(False, -2)); told(lambda: 0.0 ** False); told(lambda: 2 ** round(True, -2)); told(lambda: (0.0) ** round(math.isclose(-0.0, 3.5), -2))
for c in 'aªµº½¼²_1·ª℘℮゛ͅá中α٣۰ͺ᧚':
    print(ascii(c), c.isidentifier(), ('q' + c).isidentifier())
for v in (10 ** 20, -10 ** 20, 2 ** 63, 2 ** 63 - 1, -2 ** 63 - 1, 1114112, -1):
    told(lambda: format(v, 'c')); told(lambda: '%c' % v); told(lambda: chr(v))
for spec in ('0=-', '0=', '=', '<05', '05', '0>5', '0<5', 'x=3', '=+'):
    told(lambda: format(1j, spec))
told(lambda: math.ldexp(2.5, 123456789)); told(lambda: math.ldexp(2.5, 10 ** 30)); told(lambda: math.ldexp(2.5, -10 ** 30)); told(lambda: math.ldexp(0.0, 10 ** 30))
told(lambda: math.hypot(123456789, math.ldexp(2.5, 123456789)))
told(lambda: math.hypot(1, math.ldexp(2.5, 123456789)) / complex('1 + 2j'))
#> 0
#> 0
#> 1
#> 1
#> 1
#> 1
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 0
#> 20
#> 15
#> 15
#> 15
#> 15
#> 0
#> -20
#> -25
#> -25
#> -25
#> -25
#> 1.0
#> 1.0
#> 1.0
#> 1
#> 1.0
#> 'a' True True
#> '\xaa' True True
#> '\xb5' True True
#> '\xba' True True
#> '\xbd' False False
#> '\xbc' False False
#> '\xb2' False False
#> '_' True True
#> '1' False True
#> '\xb7' False True
#> '\xaa' True True
#> '\u2118' True True
#> '\u212e' True True
#> '\u309b' False False
#> '\u0345' False True
#> '\xe1' True True
#> '\u4e2d' True True
#> '\u03b1' True True
#> '\u0663' False True
#> '\u06f0' False True
#> '\u037a' False False
#> '\u19da' False True
#> OverflowError Python int too large to convert to C long
#> OverflowError %c arg not in range(0x110000)
#> OverflowError Python int too large to convert to C int
#> OverflowError Python int too large to convert to C long
#> OverflowError %c arg not in range(0x110000)
#> OverflowError Python int too large to convert to C int
#> OverflowError Python int too large to convert to C long
#> OverflowError %c arg not in range(0x110000)
#> OverflowError Python int too large to convert to C int
#> OverflowError %c arg not in range(0x110000)
#> OverflowError %c arg not in range(0x110000)
#> OverflowError Python int too large to convert to C int
#> OverflowError Python int too large to convert to C long
#> OverflowError %c arg not in range(0x110000)
#> OverflowError Python int too large to convert to C int
#> OverflowError %c arg not in range(0x110000)
#> OverflowError %c arg not in range(0x110000)
#> ValueError chr() arg not in range(0x110000)
#> OverflowError %c arg not in range(0x110000)
#> OverflowError %c arg not in range(0x110000)
#> ValueError chr() arg not in range(0x110000)
#> ValueError Zero padding is not allowed in complex format specifier
#> ValueError Zero padding is not allowed in complex format specifier
#> ValueError '=' alignment flag is not allowed in complex format specifier
#> ValueError Zero padding is not allowed in complex format specifier
#> ValueError Zero padding is not allowed in complex format specifier
#> ValueError Zero padding is not allowed in complex format specifier
#> ValueError Zero padding is not allowed in complex format specifier
#> ValueError '=' alignment flag is not allowed in complex format specifier
#> ValueError '=' alignment flag is not allowed in complex format specifier
#> OverflowError math range error
#> OverflowError math range error
#> 0.0
#> 0.0
#> OverflowError math range error
#> OverflowError math range error
### powers_of_one_and_its_kin_by_large_exponents
# source: CPython 3.11
import math
huge = 10**400
print(1**huge, 0**huge, (-1) ** huge, (-1) ** (huge + 1), 1 ** math.ceil(1e300), True**huge, pow(-1, huge + 1))
for base in (2, -2):
    try:
        print(base**huge)
    except (MemoryError, OverflowError, ValueError):
        print("too large")
#> 1 0 1 -1 1 1 -1
#> too large
#> too large
