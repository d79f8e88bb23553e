### search_match_fullmatch
# source: Library reference, re
import re
print(re.search(r"\d+", "ab12cd").group(), re.match(r"\d+", "ab12"), re.match("ab", "abc").span(), re.fullmatch(r"\w+", "abc") is not None, re.fullmatch("a", "ab"), bool(re.search("", "")))
m = re.search(r"(\w+)@(\w+)\.com", "me: bob@site.com!")
print(m.group(), m.group(1), m.group(2), m.groups(), m.start(), m.end(), m.span(2), m[1], m.group(1, 2), m.string[m.start():m.end()])
#> 12 None (0, 2) True None True
#> bob@site.com bob site ('bob', 'site') 4 16 (8, 12) bob ('bob', 'site') bob@site.com
### named_groups
# source: Library reference, re
import re
m = re.match(r"(?P<year>\d{4})-(?P<month>\d\d)", "2024-05-06")
print(m.group("year"), m["month"], m.groupdict(), m.lastgroup, m.start("month"))
print(re.sub(r"(?P<a>\w) (?P<b>\w)", r"\g<b> \g<a>", "x y"), re.search(r"(?P<q>['\"]).*?(?P=q)", "say 'hi' \"x\"").group())
#> 2024 05 {'year': '2024', 'month': '05'} month 5
#> y x 'hi'
### findall_and_finditer
# source: Library reference, re
import re
print(re.findall(r"\d+", "1 22 333"), re.findall(r"(\w)(\d)", "a1 b2"), re.findall(r"(\d)-", "1-2-3"), re.findall("x*", "axxb"), [(m.group(), m.start()) for m in re.finditer(r"[aeiou]", "hello world")], re.findall(r"(?:ab)+", "ababxab"))
#> ['1', '22', '333'] [('a', '1'), ('b', '2')] ['1', '2'] ['', 'xx', '', ''] [('e', 1), ('o', 4), ('o', 7)] ['abab', 'ab']
### substitution
# source: Library reference, re
import re
print(re.sub(r"\s+", " ", "a  b \n c"), re.sub("a", "b", "aaa", count=2), re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub(r"\d", lambda m: str(int(m.group()) * 2), "1a5"), re.subn("x", "y", "xax"), re.sub("x*", "-", "abxd"), re.sub(r"\.", r"\\.", "a.b"), re.sub("(a)|b", r"[\1]", "ab"))
#> a b c bba world hello 2a10 ('yay', 2) -a-b--d- a\.b [a][]
### splitting
# source: Library reference, re
import re
print(re.split(r"[,;]\s*", "a, b;c"), re.split(r"(\d)", "a1b2c"), re.split(r"\W+", "Words, words."), re.split("x", "axbxc", maxsplit=1), re.split(r"\b", "a b"))
#> ['a', 'b', 'c'] ['a', '1', 'b', '2', 'c'] ['Words', 'words', ''] ['a', 'bxc'] ['', 'a', ' ', 'b', '']
### character_classes
# source: Library reference, re
import re
s = "aZ9_ -é\t\n"
print([re.findall(p, s) for p in (r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", "[a-z]", "[^a-z]", r"[\d_]", r"[-a]", r"[]\]]", ".", r"[\w-]")])
#> [['a', 'Z', '9', '_', 'é'], [' ', '-', '\t', '\n'], ['9'], ['a', 'Z', '_', ' ', '-', 'é', '\t', '\n'], [' ', '\t', '\n'], ['a', 'Z', '9', '_', '-', 'é'], ['a'], ['Z', '9', '_', ' ', '-', 'é', '\t', '\n'], ['9', '_'], ['a', '-'], [], ['a', 'Z', '9', '_', ' ', '-', 'é', '\t'], ['a', 'Z', '9', '_', '-', 'é']]
### quantifiers
# source: Library reference, re
import re
s = "aaaa"
print([re.match(p, s).group() for p in ("a*", "a+", "a?", "a{2}", "a{2,}", "a{1,3}", "a{,2}", "a*?", "a+?", "a??", "a{2,3}?", "(a)*", "(?:aa)+")], re.match("a{2", "a{2").group(), re.match(r"<.*>", "<a><b>").group(), re.match(r"<.*?>", "<a><b>").group())
#> ['aaaa', 'aaaa', 'a', 'aa', 'aaaa', 'aaa', 'aa', '', 'a', '', 'aa', 'aaaa', 'aaaa'] a{2 <a><b> <a>
### anchors_and_boundaries
# source: Library reference, re
import re
print(re.findall(r"^\w", "ab\ncd"), re.findall(r"^\w", "ab\ncd", re.M), re.findall(r"\w$", "ab\ncd\n"), re.findall(r"\bcat\b", "cat concat cat."), re.findall(r"\Bat", "cat at"), re.search(r"\Aab\Z", "ab").group(), re.search(r"a$", "a\n") is not None, re.search(r"a\Z", "a\n"))
#> ['a'] ['a', 'c'] ['d'] ['cat', 'cat'] ['at'] ab True None
### alternation_and_lookaround
# source: Library reference, re
import re
print(re.findall(r"cat|dog|bird", "dog cat cow"), re.findall(r"\w+(?=!)", "hi! you! no"), re.findall(r"\d+(?!px)\b", "3px 4em 55"), re.findall(r"(?<=\$)\d+", "$5 6 $77"), re.findall(r"(?<!\$)\b\d+", "$5 6 $77"), re.match(r"(a|ab)(c|bcd)(d*)", "abcd").groups(), re.match("(?i)ABC", "abc").group())
#> ['dog', 'cat'] ['hi', 'you'] ['55'] ['5', '77'] ['6'] ('a', 'bcd', '') abc
### flags
# source: Library reference, re
import re
print(re.findall("a", "aA", re.I), re.findall("a.b", "a\nb", re.S), re.findall("a.b", "a\nb"), re.findall(r"""
   \d+   # digits
   \s*
   [a-z] # letter
""", "12 x", re.X), re.findall("^a$", "A\na", re.I | re.M), re.compile("x", re.IGNORECASE).flags & re.I == re.I)
#> ['a', 'A'] ['a\nb'] [] ['12 x'] ['A', 'a'] True
### compiled_patterns
# source: Library reference, re
import re
p = re.compile(r"(\d+)([a-z]?)")
print(p.pattern, p.groups, p.search("x12y").groups(), p.match("12y", 1).group(), p.findall("1a 2"), p.sub("N", "1a2"), p.split("x1y"), p.fullmatch("12") is not None, [m.group(2) for m in p.finditer("1 2b")], p.search("ab", 0))
print(re.compile(r"(?P<n>x)").groupindex)
#> (\d+)([a-z]?) 2 ('12', 'y') 2y [('1', 'a'), ('2', '')] NN ['x', '1', 'y', ''] True ['', 'b'] None
#> {'n': 1}
### backreferences
# source: Library reference, re
import re
print(re.findall(r"(\w)\1", "hello book"), re.search(r"(\w+) \1", "the the cat").group(), re.match(r"(a)?b\1?", "b").groups(), re.match(r"(a)?(b)?", "b").groups(), re.match(r"(a)?(b)?", "b").groups("-"))
#> ['l', 'o'] the the (None,) (None, 'b') ('-', 'b')
### match_truthiness_in_code
# source: Library reference, re
import re
lines = ["define i32 @f(", "  %1 = load i32", "}"]
if m := re.search(r"@(\w+)\(", lines[0]): print("function", m.group(1))
print(sum(1 for l in lines if re.match(r"\s+%\d+ =", l)), [bool(re.search("load", l)) for l in lines])
#> function f
#> 1 [False, True, False]
### ptx_like_scanning
# source: Library reference, re
import re
ptx = ".version 8.0\n.target sm_90a\n ld.global.v4.b32 {%r1, %r2};\n  mma.sync.aligned.m16n8k16 x;\n"
print(re.findall(r"^\.(\w+) (\S+)", ptx, re.M), re.search(r"ld\.global(?:\.v(\d))?\.b(\d+)", ptx).groups(), len(re.findall(r"%r\d+", ptx)), re.search(r"m(\d+)n(\d+)k(\d+)", ptx).group(1, 2, 3))
#> [('version', '8.0'), ('target', 'sm_90a')] ('4', '32') 2 ('16', '8', '16')
### catastrophic_ends
# source: ours
import re
re.match("(a*)*b", "a" * 64)
#! step-limit
### a_pattern_that_is_none_is_caught
# source: re documentation, exception re.error; CPython 3.11
import re
try:
    re.compile("(")
except re.error as e:
    print("caught", isinstance(e, Exception))
#> caught True
