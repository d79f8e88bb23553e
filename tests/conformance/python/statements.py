### match_literals_and_captures
# source: PEP 634
def f(x):
    match x:
        case 0: return "zero"
        case 1 | 2 | 3: return "small"
        case "a" | "b": return "letter"
        case True: return "true"
        case None: return "none"
        case -1: return "minus one"
        case 1.5: return "float"
        case [x]: return f"one {x}"
        case n if isinstance(n, int) and n > 100: return f"big {n}"
        case int(n): return f"int {n}"
        case str() as s: return f"str {s}"
        case _: return "other"
print([f(x) for x in (0, 2, "b", None, -1, 1.5, [7], 500, 50, "zz", {}, True, False)])
#> ['zero', 'small', 'letter', 'none', 'minus one', 'float', 'one 7', 'big 500', 'int 50', 'str zz', 'other', 'small', 'zero']
### match_mappings
# source: PEP 634
def f(x):
    match x:
        case {"type": "circle", "r": r}: return f"circle {r}"
        case {"type": t, **rest} if rest: return f"{t} {rest}"
        case {}: return "some dict"
        case _: return "no"
print([f(x) for x in ({"type": "circle", "r": 2, "z": 0}, {"type": "sq", "s": 1}, {"type": "pt"}, {}, 5)])
#> ['circle 2', "sq {'s': 1}", 'some dict', 'some dict', 'no']
### match_classes
# source: PEP 634
class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def f(v):
    match v:
        case P(0, y=yy): return f"x0 {yy}"
        case P(x, y) if x == y: return "diag"
        case P(x=x): return f"p {x}"
        case list() | tuple(): return "seq"
        case str(s) | bytes(s): return f"text {s}"
        case float() | int(): return "num"
print([f(v) for v in (P(0, 1), P(2, 2), P(3, 4), [], "s", 2.0, None)])
#> ['x0 1', 'diag', 'p 3', 'seq', 'text s', 'num', None]
### match_dotted_and_binding
# source: PEP 634
class K:
    A = 1
    B = 2
def f(x):
    match x:
        case K.A: return "A"
        case K.B: return "B"
        case [K.A, (1 | 2) as n]: return f"list {n}"
        case {"k": [a, b]} as whole: return (a, b, whole)
print([f(x) for x in (1, 2, [1, 2], {"k": [3, 4]}, 9)])
match 5:
    case y: pass
print(y)
#> ['A', 'B', 'list 2', (3, 4, {'k': [3, 4]}), None]
#> 5
### walrus
# source: PEP 572
data = [1, 5, 12, 3]
print([y for x in data if (y := x * 2) > 5], y)
if (n := len(data)) > 3: print("n", n)
while (x := data.pop()) != 1: print(x, end=" ")
print((a := 1, b := 2), a + b)
def f(x, k=(z := 7)): return z
print(f(1), any((hit := v) > 1 for v in [0, 2, 3]), hit)
#> [10, 24, 6] 6
#> n 4
#> 3 12 5 (1, 2) 3
#> 7 True 2
### augmented_assignment_targets
# source: Python reference, 7.2.1
class O: pass
o = O(); o.n = 1; o.n += 2
d = {"k": [1]}; d["k"] += [2]; d["k"][0] -= 5
x = 5; x **= 2; x //= 3; x %= 5; x <<= 3; x |= 1; x ^= 3; x &= 0xFF; x >>= 1
t = (1,); u = t; t += (2,)
s = "a"; s *= 3
print(o.n, d, x, t, u, s)
def idx():
    print("idx once")
    return 0
l = [1]; l[idx()] += 5
print(l)
#> 3 {'k': [-4, 2]} 13 (1, 2) (1,) aaa
#> idx once
#> [6]
### conditional_expressions
# source: Python reference, 6.13
print("a" if 1 else "b", "x" if 0 else "y" if 0 else "z", (lambda: 1 if False else 2)(), [i if i % 2 else -i for i in range(4)])
#> a z 2 [0, 1, -2, 3]
### short_circuit
# source: Python reference, 6.11
def t(v):
    print("t", v)
    return v
print(t(0) or t("") or t("x") or t("y"))
print(t(1) and t([]) and t(2))
print(not t(0) and t(3), 0 or None, 1 and 2 or 3)
#> t 0
#> t 
#> t x
#> x
#> t 1
#> t []
#> []
#> t 0
#> t 3
#> 3 None 2
### multiple_targets_and_swap
# source: Python reference, 7.2
a = b = c = 0
a, b = 1, 2
a, b = b, a
l = [1, 2, 3]
l[0], l[2] = l[2], l[0]
(x, y), z = [1, 2], 3
print(a, b, c, l, x, y, z)
i = 0
i, l[i] = 2, "set"
print(i, l)
#> 2 1 0 [3, 2, 1] 1 2 3
#> 2 [3, 2, 'set']
### annotations_are_kept_quiet
# source: PEP 526
from __future__ import annotations
x: int = 1
y: UndefinedType
def f(a: Nope, *b: Also, c: "str" = 1) -> Missing: return a
class A:
    z: list[Undefined] = [1]
    w: int
print(x, f(2), A.z, "y" in globals(), sorted(A.__annotations__))
#> 1 2 [1] False ['w', 'z']
### pass_and_ellipsis_bodies
# source: Python reference, 7.4
def f(): ...
def g(): pass
class A: ...
if True: pass
for _ in range(2): ...
while False: pass
print(f(), g(), A().__class__.__name__, ... is Ellipsis)
#> None None A True
### semicolons_and_continuation
# source: Python reference, 2.1
a = 1; b = 2; print(a, b)
c = (1 +
     2)
d = 1 + \
    2
if a: print("one line"); print("two")
print(c, d, [1,
             2,
             ][1])
#> 1 2
#> one line
#> two
#> 3 3 2
### docstrings
# source: PEP 257
def f():
    """First.

    More.
    """
class A:
    "class doc"
    def m(self): 'm doc'
print(repr(f.__doc__), A.__doc__, A.m.__doc__, A().m.__doc__, (lambda: 0).__doc__)
#> 'First.\n\n    More.\n    ' class doc m doc m doc None
### main_guard
# source: Library reference, __main__
def main(): print("main runs")
if __name__ == "__main__":
    main()
print(__name__)
#> main runs
#> __main__
### for_targets
# source: Python reference, 8.3
d = {}
for d["k"] in range(3): pass
class O: pass
o = O()
for o.x, *o.rest in [(1, 2, 3)]: pass
for i, (a, b) in enumerate(zip("xy", [1, 2])): print(i, a, b)
for x in range(3): x = 10
print(d, o.x, o.rest, x)
for i in range(2):
    for j in range(2):
        if j: break
    else: continue
    print("broke", i)
#> 0 x 1
#> 1 y 2
#> {'k': 2} 1 [2, 3] 10
#> broke 0
#> broke 1
### while_break_continue
# source: Python reference, 8.2
n, out = 0, []
while True:
    n += 1
    if n % 2: continue
    if n > 8: break
    out.append(n)
print(out)
#> [2, 4, 6, 8]
### try_in_loops
# source: Python reference
out = []
for x in ["1", "a", "3"]:
    try: v = int(x)
    except ValueError:
        out.append("bad")
        continue
    else: out.append(v)
    finally: out.append("f")
print(out)
#> [1, 'f', 'bad', 'f', 3, 'f']
### global_lookup_builtins
# source: Python reference, 4.2.2
def f(): return len([1, 2])
print(f())
len = lambda x: "shadowed"
print(f())
del len
print(f())
#> 2
#> shadowed
#> 2
### star_index
# source: PEP 646
d = {}
idx = (1, 2)
d[*idx, 3] = "v"
print(d, d[*idx, 3])
#> {(1, 2, 3): 'v'} v
### deep_nesting_of_blocks
# source: Python reference
def f(n):
    r = []
    for i in range(n):
        if i:
            while True:
                try:
                    with_list = [i]
                    if i > 1:
                        for k in with_list:
                            r.append((i, k))
                    break
                finally:
                    r.append("f")
    return r
print(f(3))
#> ['f', (2, 2), 'f']
### nested_comprehension_scopes
# source: Python reference, 6.2.4
def f():
    n = 3
    return [[n * i + j for j in range(n)] for i in range(n) if (lambda: n)() == 3]
print(f())
class A:
    n = 2
    xs = [i for i in range(n)]
print(A.xs)
#> [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
#> [0, 1]
### set_and_dict_order
# source: Library reference, dict
d = {}
for w in "the cat the dog the end".split(): d[w] = d.get(w, 0) + 1
print(d, max(d, key=d.get), sorted(d.items(), key=lambda kv: (-kv[1], kv[0])))
#> {'the': 3, 'cat': 1, 'dog': 1, 'end': 1} the [('the', 3), ('cat', 1), ('dog', 1), ('end', 1)]
### unicode_identifiers
# source: Python reference, 2.3
α, größe = 1, 2
def площадь(r): return α * r
print(α + größe, площадь(4))
#> 3 4
### numeric_separators_and_line_join
# source: Python reference, 2.1
total = (1_000
         + 2_000  # comment
         + 3_000)
print(total)
#> 6000
### exec_of_statements
# source: CPython 3.11
exec("a = 5\nprint(a * 2)")
print(a)
space = {"x": 3}
exec("y = x + 1", space)
print(space["y"])
#> 10
#> 5
#> 4
