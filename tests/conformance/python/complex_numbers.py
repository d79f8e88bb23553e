### literals_and_parts
# source: CPython 3.11
z = 3 + 4j
print(z, z.real, z.imag, abs(z), z.conjugate(), -z, +z, 1e3j, 1_0J, .5j, type(z).__name__)
#> (3+4j) 3.0 4.0 5.0 (3-4j) (-3-4j) (3+4j) 1000j 10j 0.5j complex
### text
# source: CPython 3.11
print(0j, -0j, 1j, -1j, 1 + 0j, complex(0.0, -0.0), complex(-0.0, 1), complex("nan"), 1e20 + 1e-5j, [2j, (1 + 1j)])
print(str(1.5 - 2j), repr(1e16 + 1j), complex(float("inf"), float("-inf")))
#> 0j (-0-0j) 1j (-0-1j) (1+0j) -0j (-0+1j) (nan+0j) (1e+20+1e-05j) [2j, (1+1j)]
#> (1.5-2j) (1e+16+1j) (inf-infj)
### arithmetic
# source: CPython 3.11
a, b = 1 + 2j, 3 - 1j
print(a + b, a - b, a * b, a / b, a ** 2, a ** -1, a ** 0, a + 1, 2 * a, 1 / a, a - 0.5, 2.5 / b)
print(a ** b, a ** 0.5, (-8) ** (1 / 3), (-1) ** 0.5, 2 ** 1j)
#> (4+1j) (-2+3j) (5+5j) (0.1+0.7000000000000001j) (-3+4j) (0.2-0.4j) (1+0j) (2+2j) (2+4j) (0.2-0.4j) (0.5+2j) (0.75+0.24999999999999997j)
#> (-27.43638199160605+19.789310365010714j) (1.272019649514069+0.7861513777574233j) (1.0000000000000002+1.7320508075688772j) (6.123233995736766e-17+1j) (0.7692389013639721+0.6389612763136348j)
### comparison_and_hash
# source: CPython 3.11
print(1 + 0j == 1, 1 + 0j == 1.0, 1j != 1, 1j == 1j, hash(2 + 0j) == hash(2), {1: "one"}[1 + 0j], bool(0j), bool(1j), 2 ** 70 + 0j == 2 ** 70)
#> True True True True True one False True True
### errors
# source: CPython 3.11
for f in (lambda: 1j < 2j, lambda: 1j // 2, lambda: 1j % 2, lambda: 1j / 0, lambda: int(1j), lambda: float(1j), lambda: 0j ** -1, lambda: 1j @ 1j, lambda: ~1j):
    try:
        print(f())
    except (TypeError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
#> TypeError '<' not supported between instances of 'complex' and 'complex'
#> TypeError unsupported operand type(s) for //: 'complex' and 'int'
#> TypeError unsupported operand type(s) for %: 'complex' and 'int'
#> ZeroDivisionError complex division by zero
#> TypeError int() argument must be a string, a bytes-like object or a real number, not 'complex'
#> TypeError float() argument must be a string or a real number, not 'complex'
#> ZeroDivisionError 0.0 to a negative or complex power
#> TypeError unsupported operand type(s) for @: 'complex' and 'complex'
#> TypeError bad operand type for unary ~: 'complex'
### constructor
# source: CPython 3.11
print(complex(), complex(1), complex(1, 2), complex("1+2j"), complex("-j"), complex(" ( 3.5e2-1j ) "), complex(real=1, imag=3), complex(1j, 2j), complex("1_000"))
for text in ("1 + 2j", "", "1+2", "j1", "(1", "1+2jj", "1__0j"):
    try:
        print(complex(text))
    except ValueError as e:
        print(e)
class Point:
    def __complex__(self): return 5 + 6j
print(complex(Point()))
#> 0j (1+0j) (1+2j) (1+2j) -1j (350-1j) (1+3j) (-2+1j) (1000+0j)
#> complex() arg is a malformed string
#> complex() arg is a malformed string
#> complex() arg is a malformed string
#> complex() arg is a malformed string
#> complex() arg is a malformed string
#> complex() arg is a malformed string
#> could not convert string to complex: '1__0j'
#> (5+6j)
### formats
# source: CPython 3.11
z = 3.14159 - 2.5j
print(f"{z:.2f} {z:10.1e}| {z:>20}| {z:+.1f} {1j:.2f} {z:^24.3g}| {1 + 2j:g}")
#> 3.14-2.50j 3.1e+00-2.5e+00j|       (3.14159-2.5j)| +3.1-2.5j 0.00+1.00j        3.14-2.5j        | 1+2j
### overflow
# source: CPython 3.11
for f in (lambda: abs(1e308 + 1e308j), lambda: (1e200 + 1e200j) ** 3):
    try:
        print(f())
    except OverflowError as e:
        print(e)
print((1e200 + 1e200j) * (1e200 + 1e200j))
#> 1.4142135623730951e+308
#> (nan+nanj)
#> (nan+infj)
### a_class_of_ones_own
# source: CPython 3.11
class C(complex):
    def __repr__(self): return f"C({complex.__repr__(self)})"
print(C(1, 2), C(1j) + 1, [C(3)], isinstance(C(), complex))
#> C((1+2j)) (1+1j) [C((3+0j))] True
### patterns
# source: CPython 3.11
match 3 - 2j:
    case 3 + 2j: print("plus")
    case 3 - 2j: print("minus")
#> minus
### codes_that_no_complex_number_has
# source: CPython 3.11
for spec in ("+04c", "=4d", "04f", "=4"):
    try:
        print(format(1j, spec))
    except ValueError as error:
        print(error)
#> Unknown format code 'c' for object of type 'complex'
#> Unknown format code 'd' for object of type 'complex'
#> Zero padding is not allowed in complex format specifier
#> '=' alignment flag is not allowed in complex format specifier
