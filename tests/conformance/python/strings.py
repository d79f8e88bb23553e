### case_methods
# source: Library reference, str
s = "hello World"
print(s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold(), "they're bill's".title())
#> HELLO WORLD hello world Hello World Hello world HELLO wORLD hello world They'Re Bill'S
### split_and_join
# source: Library reference, str
print("a,b,,c".split(","), " a  b ".split(), "a b c".split(" ", 1), "a,b,c".rsplit(",", 1), "".split(), "".split(","), "a--b".split("--"), "x\ny\r\nz".splitlines(), "x\ny\n".splitlines(True), "k=v=w".partition("="), "k=v=w".rpartition("="), "none".partition("="))
print("-".join(["a", "b"]), "".join(map(str, range(3))), ", ".join([]), "ab".join("xyz"))
try: ",".join([1])
except TypeError as e: print(e)
try: "a".split("")
except ValueError as e: print(e)
#> ['a', 'b', '', 'c'] ['a', 'b'] ['a', 'b c'] ['a,b', 'c'] [] [''] ['a', 'b'] ['x', 'y', 'z'] ['x\n', 'y\n'] ('k', '=', 'v=w') ('k=v', '=', 'w') ('none', '', '')
#> a-b 012  xabyabz
#> sequence item 0: expected str instance, int found
#> empty separator
### fstrings
# source: Python reference, 2.4.3
x, w, name = 3.14159, 10, "bob"
print(f"{x:.2f} {x:{w}.3f} {name!r} {name:>6} {name!r:>8} {x=} {x = :.1f} {{literal}} {'nested ' + name} {w:#x} {1 + 1=}")
print(f"{'a' if w else 'b'} {[i for i in range(3)]} {(lambda v: v * 2)(4)} { {'k': 1}['k']} {d['k'] if (d := {'k': 5}) else 0}" f" {w!s:<5}|" rf"\n{w}")
print(f"{x!r:^12}|{None}|{True:d}|{w:+,}|{1e10:,}|{-5:05d}|{'':-^5}|{255:b}|{255:o}|{255:X}|{0.5:%}|{1234567.891:,.2f}")
#> 3.14      3.142 'bob'    bob    'bob' x=3.14159 x = 3.1 {literal} nested bob 0xa 1 + 1=2
#> a [0, 1, 2] 8 1 5 10   |\n10
#>   3.14159   |None|1|+10|10,000,000,000.0|-0005|-----|11111111|377|FF|50.000000%|1,234,567.89
### percent_format
# source: Library reference, printf-style
print("%d %s %r %f %.2f %5d|%-5d|%05d %x %X %o %e %g %c %%" % (1, "s", "r", 1.5, 2.345, 42, 42, 42, 255, 255, 8, 1e10, 0.0001, "z"))
print("%(a)s %(b)03d" % {"a": 1, "b": 2}, "%s" % [1], "%s %s" % ("a", (1, 2)), "%+d % d" % (3, 3), "%*d" % (5, 7), "%.*f" % (1, 2.55), "%5.1f%%" % 99.5, "%i" % 3.9, "%#x" % 10, "%s" % (None,), "%.3s" % "abcdef")
for bad in (lambda: "%d" % "x", lambda: "%s %s" % 1, lambda: "%s" % (1, 2), lambda: "%(k)s" % {}):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
#> 1 s 'r' 1.500000 2.35    42|42   |00042 ff FF 10 1.000000e+10 0.0001 z %
#> 1 002 [1] a (1, 2) +3  3     7 2.5  99.5% 3 0xa None abc
#> TypeError %d format: a real number is required, not str
#> TypeError not enough arguments for format string
#> TypeError not all arguments converted during string formatting
#> KeyError 'k'
### print_options
# source: Built-in functions, print
print(1, 2, sep="-", end="!\n")
print("a", "b", sep="")
print(*[1, 2], sep=", ")
print()
print("x", end="")
print("", "y", None, 1.0)
import sys
print("to stdout", file=sys.stdout, flush=True)
sys.stdout.write("written\n")
#> 1-2!
#> ab
#> 1, 2
#>
#> x y None 1.0
#> to stdout
#> written
### str_of_numbers
# source: CPython
print(str(1.0), str(1e100), str(-0.0), str(1e-7), repr(0.1 + 0.2), str(100000000000000000.0), str(123456789012345680.0), repr(2**53 + 0.0), str(True), str(10**30), 5e-324, 1.7976931348623157e308, 0.3, 2/3, 1e5, 12345678.9)
#> 1.0 1e+100 -0.0 1e-07 0.30000000000000004 1e+17 1.2345678901234568e+17 9007199254740992.0 True 1000000000000000000000000000000 5e-324 1.7976931348623157e+308 0.3 0.6666666666666666 100000.0 12345678.9
### string_constants
# source: Library reference, string
import string
print(string.ascii_lowercase[:3], string.digits, string.ascii_letters[-3:], string.hexdigits, string.punctuation[:5], string.ascii_uppercase[0], repr(string.whitespace))
#> abc 0123456789 XYZ 0123456789abcdefABCDEF !"#$% A ' \t\n\r\x0b\x0c'
