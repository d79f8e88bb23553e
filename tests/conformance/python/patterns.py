### match_statements
# source: CPython 3.11
def m(x):
    match x:
        case 0 | 1: return "small"
        case int(n) if n > 100: return f"big {n}"
        case int(): return "int"
        case "a" | "b": return "ab"
        case str() as s: return "str " + s
        case []: return "empty"
        case [1, *rest]: return f"one {rest}"
        case [x, y]: return f"pair {x} {y}"
        case [_, _, *_]: return "many"
        case {"type": "p", "x": px, **kw}: return f"p {px} {kw}"
        case {"k": [a, {"n": b}]}: return f"nested {a} {b}"
        case {}: return "dict"
        case None: return "none"
        case float(f): return f"float {f}"
        case (1.5 | 2.5): return "no"
        case _: return "other"
for v in [0, 1, 500, 7, "a", "zz", [], [1, 2, 3], [5, 6], (7, 8), [1], [4, 5, 6], {"type": "p", "x": 3, "q": 1}, {"k": [1, {"n": 2}]}, {"z": 1}, None, 2.5, {1}, True, b"x", range(2)]: print(repr(v), m(v))
class P:
    __match_args__ = ("x", "y")
    def __init__(s, x, y): s.x, s.y = x, y
def q(p):
    match p:
        case P(0, 0): return "origin"
        case P(x, y=0): return f"xaxis {x}"
        case P(x=xx, y=P(a, b)): return f"nest {xx} {a} {b}"
        case P(): return "P"
        case [P(1, _), P() as last]: return f"list {last.x}"
print(q(P(0,0)), q(P(3,0)), q(P(1, P(2,3))), q(P(5,5)), q([P(1,2), P(9,9)]), q(3))
import math
class K: A = 1; B = "b"
def c(v):
    match v:
        case K.A: return "A"
        case K.B: return "B"
        case math.pi: return "pi"
        case -1: return "neg"
        case (x, y) | [x, y, _]: return (x, y)
print(c(1), c("b"), c(math.pi), c(-1), c((1,2)), c([1,2,3]), c(9))
match (1, (2, 3)):
    case (a, (b, c2)): print(a, b, c2)
match {"a": 1, "b": 2}:
    case {"a": int() as aa, **rest}: print(aa, rest)
try:
    match P(1,2):
        case P(1,2,3): pass
except TypeError as e: print(e)
cmd = "go north".split()
match cmd:
    case ["go", ("north" | "south") as d]: print("dir", d)
#> 0 small
#> 1 small
#> 500 big 500
#> 7 int
#> 'a' ab
#> 'zz' str zz
#> [] empty
#> [1, 2, 3] one [2, 3]
#> [5, 6] pair 5 6
#> (7, 8) pair 7 8
#> [1] one []
#> [4, 5, 6] many
#> {'type': 'p', 'x': 3, 'q': 1} p 3 {'q': 1}
#> {'k': [1, {'n': 2}]} nested 1 2
#> {'z': 1} dict
#> None none
#> 2.5 float 2.5
#> {1} other
#> True small
#> b'x' other
#> range(0, 2) pair 0 1
#> origin xaxis 3 nest 1 2 3 P list 9 None
#> A B pi neg (1, 2) (1, 2) None
#> 1 2 3
#> 1 {'b': 2}
#> P() accepts 2 positional sub-patterns (3 given)
#> dir north
