### patterns_over_bytes
# source: CPython 3.11
import re
print(re.findall(rb"\w+", b"ab \xe4b c"), re.sub(b"(a)(b)", rb"\2\g<1>", b"abab"), re.split(rb"\s", b"a b"))
m = re.match(rb"(?P<x>.)(\d*)", b"a12")
print(m, m.group("x"), m.groups(), re.compile(b"a", re.I), re.escape(b"a.b"))
print(re.search(b"a", bytearray(b"ba")).span(), re.match(b"A", b"a", re.I), re.match(b"\xc4", b"\xe4", re.I))
for pattern, text in ((b"a", "a"), ("a", b"a")):
    try:
        re.match(pattern, text)
    except TypeError as error:
        print(error)
try:
    re.compile(b"a", re.UNICODE)
except ValueError as error:
    print(error)
#> [b'ab', b'b', b'c'] b'baba' [b'a', b'b']
#> <re.Match object; span=(0, 3), match=b'a12'> b'a' (b'a', b'12') re.compile(b'a', re.IGNORECASE) b'a\\.b'
#> (1, 2) <re.Match object; span=(0, 1), match=b'a'> None
#> cannot use a bytes pattern on a string-like object
#> cannot use a string pattern on a bytes-like object
#> cannot use UNICODE flag with a bytes pattern
### atomic_possessive_and_conditional
# source: CPython 3.11
import re
print(re.match(r"(?>a*)ab", "aaab"), re.match(r"(?>a*)b", "aaab").span())
print(re.match(r"a++a", "aaa"), re.match(r"a?+b", "ab").span(), re.match(r"a{2}+", "aaa").group(), re.match(r".*+x", "abx"))
for text in ("<a>", "a", "<a", "a>"):
    print(bool(re.fullmatch(r"(<)?a(?(1)>)", text)), bool(re.fullmatch(r"(?P<q>')?x(?(q)'|y)", text)), end=" ")
print(re.match(r"(?:(a)|b)(?(1)c|d)", "bd").group(), re.match(r"(a)b(?<=\1b)", "ab") is not None)
#> None (0, 4)
#> None (0, 2) aa None
#> True False True False False False False False bd True
### flags_have_names
# source: CPython 3.11
import re
print(repr(re.I), repr(re.I | re.S), re.compile("x", re.I | re.X), re.compile("(?m)x"), re.compile("x").flags, repr(re.NOFLAG))
print(re.compile("y", re.A), int(re.M | re.A), re.compile("a" * 300) == re.compile("a" * 300), len(repr(re.compile("a" * 300))))
#> re.IGNORECASE re.IGNORECASE|re.DOTALL re.compile('x', re.IGNORECASE|re.VERBOSE) re.compile('(?m)x', re.MULTILINE) 32 re.NOFLAG
#> re.compile('y', re.ASCII) 264 True 212
### errors_of_patterns_and_templates
# source: CPython 3.11
import re
for pattern in ("(?P<a>.)(?P=b)", "(?i-", "a(?i)b", "(?z)", "x{3,2}", "(?(2)a)", "(?(1)a|b|c)", "(?P", r"\400", "(?P<1>a)", "(?<=a*)b", "[z-a]"):
    try:
        re.compile(pattern)
    except re.error as error:
        print(error.msg, error.pos)
for template in (r"\g<x", r"\g", r"\2", r"\400", "\\", r"\q"):
    try:
        re.sub("(a)", template, "a")
    except re.error as error:
        print(error.msg, error.pos)
print(re.sub("(a)", r"\g<1>\101\0-\x".replace(r"\x", ""), "a").encode())
m = re.compile("b").search("abc", 1, 2); print(m.pos, m.endpos, m.regs)
print(re.sub("(x)?a", r"[\1]", "a"), re.sub("a", "\\\n", "a") == "\\\n", re.search(r"\B", ""))
#> unknown group name 'b' 12
#> missing flag 4
#> global flags not at the start of the expression 1
#> unknown extension ?z 1
#> min repeat greater than max repeat 2
#> invalid group reference 2 3
#> conditional backref with more than two branches 8
#> unexpected end of pattern 3
#> octal escape value \400 outside of range 0-0o377 0
#> bad character in group name '1' 4
#> look-behind requires fixed-width pattern None
#> bad character range z-a 1
#> missing >, unterminated name 3
#> missing < 2
#> invalid group reference 2 1
#> octal escape value \400 outside of range 0-0o377 0
#> bad escape (end of pattern) 0
#> bad escape \q 0
#> b'aA\x00-'
#> 1 2 ((1, 2),)
#> [] True None
