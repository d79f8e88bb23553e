### methods_of_str
# source: CPython 3.11
try: print("hello".startswith("ell", 1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("hello".startswith("ell", 1, 3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("hello".endswith("l", 0, 4))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".startswith(("x", "a")))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("hello".count("l", 3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("aXbX".count("X", 0, 2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
t = str.maketrans("abc", "xyz", "d")
try: print("abcd".translate(t))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".translate({97: "Q", 98: None, ord("c"): 65}))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(str.maketrans({"a": "b", 1: 2}))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("Straße".casefold())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("ÀÉ".lower())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("àé".upper())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("ß".upper())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("İ".lower() == "i̇")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("éa".capitalize())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("héllo wörld".title())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("Éa".swapcase())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".isalpha())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("٣".isdigit())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("²".isdigit())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("²".isdecimal())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("½".isnumeric())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("中".isalpha())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a1é".isalnum())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("É".isupper())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".islower())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("\u00a0".isspace())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("Ab Cd".istitle())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".isascii())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".isascii())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a\n".isprintable())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("变量".isidentifier())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{:>10}|{:<10}|{:^10}|{:*^9}".format("a", "b", "c", "d"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{0}{1}{0}".format(1, 2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{a.real} {b[0]} {c[k]}".format(a=3, b=[7], c={"k": 8}))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{!r:>5} {!s}".format("x", "y"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{:{w}.{p}f}".format(3.14159, w=8, p=2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{{}}".format())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("{:,} {:_} {:e} {:g} {:%} {:b} {:#x} {:+d} {: d} {}".format(1234567, 1234567, 12345.678, 1e-10, 0.25, 5, 255, 3, 4, 65))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("%s %r %d %5.2f %-5d| %05d %x %o %e %g %% %c %+d %s" % ("a", "b", 3, 3.14159, 4, 5, 255, 8, 12345.6, 0.0001, "c", 7, (1, 2)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("%(a)s %(b)03d" % {"a": 1, "b": 2})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("%*d" % (5, 3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("%.3s" % "abcdef")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("%s" % [1])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("%5s|%-5s|" % ("a", "b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a,b,,c".split(","))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a b  c".split())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(" a b ".split(" "))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a,b,c".rsplit(",", 1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".partition("b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".rpartition("x"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a\nb\r\nc".splitlines())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a\nb\n".splitlines(True))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("x".join("abc"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc"[::-1])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abcdef"[1:5:2])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc" * 2)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("b" in "abc")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".find("z"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abcabc".rfind("b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".index("c"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".replace("b", "X"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("aaa".replace("a", "b", 2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("  x ".strip())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("xxaxx".strip("x"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".removeprefix("a"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".removesuffix("c"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a".zfill(3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("-5".zfill(4))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".center(7, "*"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a\tb".expandtabs(4))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("aBc".swapcase())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".ljust(5) + "|")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".rjust(5))
except Exception as _e: print('EXC', type(_e).__name__, _e)
x = 5
y = 3.14159
s = "hi"
d = {"k": [1, 2]}
try: print(f"{x=} {y=:.2f} {s!r:>6} {x:>{x}} {d['k'][0]} {'nested ' + f'{x}'} {x!s} {x:#06x} {y:10.3f}| {s:^{x*2}}| {x + 1 = } {{x}} {(lambda q: q * 2)(3)} {s.upper()!r}")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(f"{1234567.891:,.2f} {0.000012345:g} {1e20} {1e16} {123456789012345680.0} {1e-5} {0.1 + 0.2} {1/3} {100.0} {1e22} {float('inf')} {float('nan')} {-0.0} {5e-324} {1.7976931348623157e308}")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(repr("a'b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(repr('a"b'))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(repr("a'b\"c"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(repr("\n\t\\\x00\x7f"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(repr("é\u200b\U0001F600"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(ascii("é\U0001F600"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("\x41\u0042\u2022")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r"\n")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"ab\x00\xff")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a" "b")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc".encode())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".encode("utf-8"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".encode("latin-1"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"abc".decode("ascii"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".encode("ascii", "ignore"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("é".encode("ascii", "replace"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"\xff".decode("utf-8", "replace"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: pass
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(3.14159, ".2f"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(42, "08b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format("x", ">5"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(True, "d"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(1e10, ",.0f"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(255, "#b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(-5, "+"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(0.5, ".0%"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(12345, "n"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(1.5, "08.2f"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(2**70, "x"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(1e100, ".3e"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(123.456, "g"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(format(0, "e"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a-b_c".replace("-", " ").title())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("they're bill's".title())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("x=1;y=2".split(";"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted("banana"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list("abc"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("".join(reversed("abc")))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("abc" > "abd")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a" "b" == "ab")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(max("hello"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("hello"[-3:])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("hello"[:-1])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("h" not in "hello")
except Exception as _e: print('EXC', type(_e).__name__, _e)
import string
try: print(string.ascii_lowercase)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(string.digits)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(string.capwords("hello  world"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(string.Template("$a ${b} $$").substitute(a=1, b=2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(string.Template("$a $z").safe_substitute(a=1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
#> True
#> False
#> True
#> True
#> 1
#> 1
#> xyz
#> QA
#> {97: 'b', 1: 2}
#> strasse
#> àé
#> ÀÉ
#> SS
#> True
#> Éa
#> Héllo Wörld
#> éA
#> True
#> True
#> True
#> False
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> False
#> False
#> True
#>          a|b         |    c     |****d****
#> 121
#> 3 7 8
#>   'x' y
#>     3.14
#> {}
#> 1,234,567 1_234_567 1.234568e+04 1e-10 25.000000% 101 0xff +3  4 65
#> a 'b' 3  3.14 4    | 00005 ff 10 1.234560e+04 0.0001 % c +7 (1, 2)
#> 1 002
#>     3
#> abc
#> [1]
#>     a|b    |
#> ['a', 'b', '', 'c']
#> ['a', 'b', 'c']
#> ['', 'a', 'b', '']
#> ['a,b', 'c']
#> ('a', 'b', 'c')
#> ('', '', 'abc')
#> ['a', 'b', 'c']
#> ['a\n', 'b\n']
#> axbxc
#> cba
#> bd
#> abcabc
#> True
#> -1
#> 4
#> 2
#> aXc
#> bba
#> x
#> a
#> bc
#> ab
#> 00a
#> -005
#> **abc**
#> a   b
#> AbC
#> abc  |
#>   abc
#> x=5 y=3.14   'hi'     5 1 nested 5 5 0x0005      3.142|     hi    | x + 1 = 6 {x} 6 'HI'
#> 1,234,567.89 1.2345e-05 1e+20 1e+16 1.2345678901234568e+17 1e-05 0.30000000000000004 0.3333333333333333 100.0 1e+22 inf nan -0.0 5e-324 1.7976931348623157e+308
#> "a'b"
#> 'a"b'
#> 'a\'b"c'
#> '\n\t\\\x00\x7f'
#> 'é\u200b😀'
#> '\xe9\U0001f600'
#> AB•
#> \n
#> b'ab\x00\xff'
#> ab
#> b'abc'
#> b'\xc3\xa9'
#> b'\xe9'
#> abc
#> b''
#> b'?'
#> �
#> 3.14
#> 00101010
#>     x
#> 1
#> 10,000,000,000
#> 0b11111111
#> -5
#> 50%
#> 12345
#> 00001.50
#> 400000000000000000
#> 1.000e+100
#> 123.456
#> 0.000000e+00
#> A B_C
#> They'Re Bill'S
#> ['x=1', 'y=2']
#> ['a', 'a', 'a', 'b', 'n', 'n']
#> ['a', 'b', 'c']
#> cba
#> False
#> True
#> o
#> llo
#> hell
#> False
#> abcdefghijklmnopqrstuvwxyz
#> 0123456789
#> Hello World
#> 1 2 $
#> 1 $z
### words_of_type_errors
# source: CPython 3.11's output
def show(f):
    try: print(f())
    except Exception as error: print(type(error).__name__, error)
show(lambda: [1] + 'a')
show(lambda: (1,) + [2])
show(lambda: [] + 3)
show(lambda: 'abc'.index(-7))
show(lambda: 'abc'.count(None))
show(lambda: 'abc'.replace(1, 'a'))
show(lambda: 'abc'.replace('a', 2.5))
show(lambda: 'abc'.split(1))
show(lambda: 'abc'.partition(1))
show(lambda: 'abc'.strip(1))
show(lambda: 'abc'.lstrip(1))
show(lambda: 'abc'.removeprefix(1))
#> TypeError can only concatenate list (not "str") to list
#> TypeError can only concatenate tuple (not "list") to tuple
#> TypeError can only concatenate list (not "int") to list
#> TypeError must be str, not int
#> TypeError must be str, not NoneType
#> TypeError replace() argument 1 must be str, not int
#> TypeError replace() argument 2 must be str, not float
#> TypeError must be str or None, not int
#> TypeError must be str, not int
#> TypeError strip arg must be None or str
#> TypeError lstrip arg must be None or str
#> TypeError removeprefix() argument must be str, not int
