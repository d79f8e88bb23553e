### fill_and_zero
# source: CPython 3.11
print(f"{42:<05}|{42:>05}|{42:^05}|{42:=05}|{-42:05}|{42:*<05}|{42:x>5}|")
print(f"{'ab':05}|{'ab':<05}|{'ab':>05}|{3.5:<08}|{-3.5:08}|{-3.5:=8}|")
#> 42000|00042|04200|00042|-0042|42***|xxx42|
#> ab000|ab000|000ab|3.500000|-00003.5|-    3.5|
### alternate_with_zero
# source: CPython 3.11
print(f"{255:#x} {255:#010x} {255:#X} {8:#o} {5:#b} {5:#012b} {-255:#08x} {255:<#8x}|{255:^#9x}|{255:=#9x}|")
print(f"{3.0:#.0f} {3.0:#g} {1e10:#.3} {1234.5:#.0e}")
#> 0xff 0x000000ff 0XFF 0o10 0b101 0b0000000101 -0x000ff 0xff    |  0xff   |0x     ff|
#> 3. 3.00000 1.00e+10 1.e+03
### grouping
# source: CPython 3.11
print(f"{1234567:,} {1234567:_} {0xffff_ffff:_x} {0b1010101:_b} {1234567.891:,.2f} {1234567:015,} {1234:06,} {-1234:09_}")
print(f"{1234567:*>15,} {1234.5:012,.1f} {12:=+8_}")
#> 1,234,567 1_234_567 ffff_ffff 101_0101 1,234,567.89 000,001,234,567 01,234 -0_001_234
#> ******1,234,567 00,001,234.5 +     12
### precision_without_a_type
# source: CPython 3.11
print(f"{123.0:.3} {123.4:.3} {1234.5:.4} {0.00001:.3} {100.0:.1} {1e16:.20} {5.0:.2}")
#> 1.23e+02 1.23e+02 1.234e+03 1e-05 1e+02 10000000000000000.0 5.0
### negative_zero
# source: CPython 3.11
print(f"{-0.0:z.1f} {-0.04:z.1f} {-0.06:z.1f} {0.0:+z.1f} {-0.0:.0f}")
#> 0.0 0.0 -0.1 +0.0 -0
### characters
# source: CPython 3.11
print(f"{65:c}|{0x1f600:c}|{65:>4c}|{65:<4c}|")
try:
    f"{-1:c}"
except OverflowError as e:
    print(e)
#> A|😀|   A|A   |
#> %c arg not in range(0x110000)
### refused
# source: CPython 3.11
for value, spec in [(1, ".3d"), ("a", "d"), ("a", "=5"), ("a", "+"), ("a", "#"), (1, ",x"), (1, ",_"), (1.0, "d"), (1, "zd"), ("a", ",s"), (1, "."), (1, "+c"), (2.0, "q2")]:
    try:
        print(format(value, spec))
    except ValueError as e:
        print(repr(spec), e)
#> '.3d' Precision not allowed in integer format specifier
#> 'd' Unknown format code 'd' for object of type 'str'
#> '=5' '=' alignment not allowed in string format specifier
#> '+' Sign not allowed in string format specifier
#> '#' Alternate form (#) not allowed in string format specifier
#> ',x' Cannot specify ',' with 'x'.
#> ',_' Cannot specify both ',' and '_'.
#> 'd' Unknown format code 'd' for object of type 'float'
#> 'zd' Negative zero coercion (z) not allowed in integer format specifier
#> ',s' Cannot specify ',' with 's'.
#> '.' Format specifier missing precision
#> '+c' Sign not allowed with integer format specifier 'c'
#> 'q2' Invalid format specifier 'q2' for object of type 'float'
### percent_characters
# source: CPython 3.11
print("%c%c|%5c|%-3c|" % (65, "b", "c", 0x263a))
for value in ("ab", -1, 1.5):
    try:
        print("%c" % value)
    except (TypeError, OverflowError) as e:
        print(type(e).__name__, e)
#> Ab|    c|☺  |
#> TypeError %c requires int or char
#> OverflowError %c arg not in range(0x110000)
#> TypeError %c requires int or char
### percent_precision_of_integers
# source: CPython 3.11
print("%.5d|%8.5d|%-8.5d|%08.5d|%+.3d|% .3d|%.0d" % (42, 42, 42, 42, 7, 7, 0))
print("%#.4x|%#8.4x|%.3o|%#x|%#o|%#X|%x" % (10, 10, 8, 255, 8, 255, -255))
#> 00042|   00042|00042   |00000042|+007| 007|0
#> 0x000a|  0x000a|010|0xff|0o10|0XFF|-ff
### percent_flags
# source: CPython 3.11
print("%05s|%-05d|%+d|% d|%05.1f|%-8.2e|%+08.2f|%#.0f" % ("ab", 42, 5, 5, 2.25, 12345.678, 3.14159, 3.0))
print("%*d|%-*d|%.*f|%*s" % (5, 42, 5, 42, 2, 3.14159, -6, "x"))
#>    ab|42   |+5| 5|002.2|1.23e+04|+0003.14|3.
#>    42|42   |3.14|x     
### percent_kinds
# source: CPython 3.11
print("%d %i %d" % (3.99, True, -2.5), "%s %r %a" % ("é", "é", "é"), "%5.1s|%-4s|" % ("abc", "z"), "%d%%" % 50)
for text, value in [("%x", 1.5), ("%d", "3"), ("%f", "x"), ("%y", 1), ("%d %d", (1,)), ("%d", (1, 2)), ("%(a)d", 1), ("%", 1)]:
    try:
        print(text % value)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
#> 3 1 -2 é 'é' '\xe9'     a|z   | 50%
#> TypeError %x format: an integer is required, not float
#> TypeError %d format: a real number is required, not str
#> TypeError must be real number, not str
#> ValueError unsupported format character 'y' (0x79) at index 1
#> TypeError not enough arguments for format string
#> TypeError not all arguments converted during string formatting
#> TypeError format requires a mapping
#> ValueError incomplete format
### percent_of_mappings
# source: CPython 3.11
class Map:
    def __getitem__(self, key): return key * 2
print("%(a)s %(b)5s" % Map(), "%(x)03d" % {"x": 7, "y": 1}, "plain" % {}, "none" % [])
#> aa    bb 007 plain none
### objects_as_numbers
# source: CPython 3.11
class Number:
    def __index__(self): return 255
    def __float__(self): return 2.5
    def __int__(self): return 7
print("%d %x %.1f" % (Number(), Number(), Number()))
#> 7 ff 2.5
### centered_text
# source: CPython 3.11
print("|" + "abc".center(6) + "|" + "abc".center(8) + "|" + "ab".center(5) + "|" + "ab".center(7, "*") + "|")
print(f"|{'abc':^6}|{'ab':^5}|")
#> | abc  |  abc   |  ab |***ab**|
#> | abc  | ab  |
### ascii_conversion
# source: CPython 3.11
print(f"{'é☃'!a} {['é']!a}", ascii("x\u2003"))
#> '\xe9\u2603' ['\xe9'] 'x\u2003'
### automatic_numbers_of_nested_fields
# source: CPython 3.11
print("{:>{}}|{!s:.{}}|{:{}{}}|".format(5, 3, "abc", 2, 7, "<", 4))
#>   5|ab|7   |
### which_error_of_a_text_comes_first
# source: CPython 3.11
for spec in ('z0_', '+,', ' _', '#,', '=10,', 'z,d', '_s', '+_d', '-,'):
    try: print(format('text', spec))
    except ValueError as e: print(spec, e)
#> z0_ Cannot specify '_' with 's'.
#> +, Cannot specify ',' with 's'.
#>  _ Cannot specify '_' with 's'.
#> #, Cannot specify ',' with 's'.
#> =10, Cannot specify ',' with 's'.
#> z,d Unknown format code 'd' for object of type 'str'
#> _s Cannot specify '_' with 's'.
#> +_d Unknown format code 'd' for object of type 'str'
#> -, Cannot specify ',' with 's'.
