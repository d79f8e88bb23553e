### patterns_that_are_no_patterns
# source: PEP 634; CPython 3.11's messages
for case in ('"a" | a', "[a, [b] | [c]]", "C(a=_, a=_)", "0+0", "{0j+0: _}", 'f""', "a, a", '{"k": a, "l": a}', "C(x, y=x)", "a as a", "*a, b, *c", 'a | "a"',
             "_ | _ if 1", '{"a": _, "a": _}', "{0: _, False: _}", "{0: _, -0: _}", "{0: _, 0j: _}", '{**rest, "key": value}', "{**_}", "42 as _"):
    try: compile(f"match 1:\n  case {case}:\n    pass\n", "<test>", "exec"); print("fine", case)
    except SyntaxError as e: print(e.lineno, e.msg.split(" (")[0] if "pattern" in e.msg or "required" in e.msg else "SyntaxError")
for cases in ("case x:\n    pass\n  case y:\n    pass", "case _:\n    pass\n  case 1:\n    pass"):
    try: compile(f"match 1:\n  {cases}\n", "<test>", "exec")
    except SyntaxError as e: print(e.msg)
match 5:
    case ((1 | 2) as x) | (5 as x): print("bound", x)
#> 2 alternative patterns bind different names
#> 2 alternative patterns bind different names
#> 2 attribute name repeated in class pattern: a
#> 2 imaginary number required in complex literal
#> 2 real number required in complex literal
#> 2 patterns may only match literals and attribute lookups
#> 2 multiple assignments to name 'a' in pattern
#> 2 multiple assignments to name 'a' in pattern
#> 2 multiple assignments to name 'x' in pattern
#> 2 multiple assignments to name 'a' in pattern
#> 2 multiple starred names in sequence pattern
#> 2 name capture 'a' makes remaining patterns unreachable
#> 2 wildcard makes remaining patterns unreachable
#> 2 mapping pattern checks duplicate key
#> 2 mapping pattern checks duplicate key
#> 2 mapping pattern checks duplicate key
#> 2 mapping pattern checks duplicate key
#> 2 SyntaxError
#> 2 SyntaxError
#> 2 SyntaxError
#> name capture 'x' makes remaining patterns unreachable
#> wildcard makes remaining patterns unreachable
#> bound 5
### names_are_bound_at_the_end
# source: CPython 3.11
def f(subject):
    match subject:
        case (a, b, 9) | (b, a, 10): pass
        case [c, [d, 1]]: pass
    out = locals()
    del out["subject"]
    return out
print(f((1, 2, 9)), f((1, 2, 10)), f((1, 2, 11)), f([3, [4, 5]]), f([3, [4, 1]]))
#> {'a': 1, 'b': 2} {'a': 2, 'b': 1} {} {} {'c': 3, 'd': 4}
### sequences_and_mappings_by_class
# source: CPython 3.11
import collections, collections.abc
def kind(x):
    match x:
        case {}: return "map"
        case [*_]: return "seq"
    return None
class M1(collections.UserDict, collections.abc.Sequence): pass
class S1(collections.UserList, collections.abc.Mapping): pass
class Parent: pass
class Child(Parent): pass
collections.abc.Mapping.register(Parent)
class Other: pass
print(kind(M1()), kind(S1()), kind(Parent()), kind(Child()), kind(Other()), kind("ab"), kind(b"ab"), kind(range(3)), kind(collections.deque([1])))
class Seq(collections.abc.Sequence):
    def __getitem__(self, i):
        asked.append(i)
        return i * 10
    def __len__(self): return 1000
asked = []
match Seq():
    case [x, y, *_, z]: print(x, y, z, asked)
match range(1 << 30):
    case [a, *_, b]: print(a, b)
match collections.UserDict({0: 1, 2: 3, 4: 5}):
    case {2: 3, **rest}: print(rest)
class Default(dict):
    def __missing__(self, key): return 7
match Default(a=1):
    case {"b": x}: print("missing", x)
    case {"a": x}: print("there", x)
#> map seq map map None None None seq seq
#> 0 10 9990 [0, 1, 999]
#> 0 1073741823
#> {0: 1, 4: 5}
#> there 1
### class_patterns
# source: CPython 3.11
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
class Bad:
    __match_args__ = ("a", "a")
    a = None
class Text(str): pass
def told(f):
    try: print(f())
    except TypeError as e: print(e)
def positional(p):
    match p:
        case Point(x, y=0): return "axis", x
        case Point(x, y): return x, y
        case int(n) | str(n): return "value", n
        case Bad(_, _): return "bad"
        case range(_): return "range"
def three():
    match Point(1, 2):
        case Point(a, b, c): return a
def both():
    match Point(1, 2):
        case Point(a, x=b): return a
for subject in (Point(1, 0), Point(1, 2), True, Text("t"), Bad(), range(3)): told(lambda: positional(subject))
told(three); told(both)
#> ('axis', 1)
#> (1, 2)
#> ('value', True)
#> ('value', 't')
#> Bad() got multiple sub-patterns for attribute 'a'
#> range() accepts 0 positional sub-patterns (1 given)
#> Point() accepts 2 positional sub-patterns (3 given)
#> Point() got multiple sub-patterns for attribute 'x'
### keys_that_are_equal_when_they_are_known
# source: CPython 3.11
class Keys:
    A = "a"
    B = "a"
try:
    match {"a": 1, "b": 2}:
        case {Keys.A: _, Keys.B: _}: print("no")
except ValueError as e: print(e)
#> mapping pattern checks duplicate key ('a')
