### named_characters
# source: CPython 3.11
print("\N{BULLET}\N{GREEK SMALL LETTER ALPHA}\N{left curly bracket}\N{EURO SIGN}\N{CJK UNIFIED IDEOGRAPH-4E2D}\N{SNOWMAN}\N{LATIN SMALL LETTER E WITH ACUTE}")
print(f"\N{DEGREE SIGN}{1}\N{EM DASH}", len("\N{NO-BREAK SPACE}"))
#> •α{€中☃é
#> °1— 1
### halves_of_surrogate_pairs
# source: CPython 3.11
s = "\ud800x"
print(len(s), ascii(s), s[1], repr(s), s == "\ud800" + "x")
#> 2 '\ud800x' x '\ud800x' True
