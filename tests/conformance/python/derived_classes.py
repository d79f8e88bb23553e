### classes_derived_from_the_languages_own
# source: CPython 3.11
class Stack(list):
    def push(self, x): self.append(x)
    def __repr__(self): return f"Stack({list(self)})"
    def __getitem__(self, i):
        r = super().__getitem__(i)
        return Stack(r) if isinstance(i, slice) else r
s = Stack([1,2]); s.push(3); print(s, len(s), s[0], s[1:], s == [1,2,3], isinstance(s, list), sum(s), sorted(s, reverse=True))
s += [4]; print(s, type(s).__name__); s.extra = 5; print(s.extra, s.__dict__)
print([*s], list(reversed(s)), s + [1], type(s + [1]).__name__, 2 in s, s.index(2), max(s))
class D(dict):
    def __missing__(self, k): return k * 2
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
d = D(a=1); d["b"] = 1; print(d, d["zz"], d.get("q"), "a" in d, dict(d), len(d)); d.update(c=5); print(d)
print({**d}, list(d), d == {"a":1,"b":2,"c":5}); print(json.dumps(d) if False else sorted(d.items()))
class AttrDict(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    def __delattr__(self, n): del self[n]
a = AttrDict(x=1); a.y = 2; print(a.x, a.y, a); del a.x; print(a)
try: a.zz
except (AttributeError, KeyError) as e: print(type(e).__name__, e)
class Cfg(dict):
    def __getattr__(self, n):
        try: return self[n]
        except KeyError: raise AttributeError(n)
c = Cfg(lr=0.1); print(c.lr, hasattr(c, "q"))
def kw(**k): return k
print(kw(**d))
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
    def total(self): return sum(self)
t = T(1,2,3); print(t, t.total(), t[0], len(t), t == (1,2,3), hash(t) == hash((1,2,3)), {t: 1}[(1,2,3)])
x, *y = t; print(x, y)
class I(int):
    def __add__(self, o): return I(int(self) + int(o) + 100)
    def double(self): return I(self * 2)
i = I(5); print(i, i + 1, type(i+1).__name__, i.double(), i * 2, type(i*2).__name__, 1 + i, [10,20,30,40,50,60][i], i == 5, f"{i:04d}", range(i), hash(i) == hash(5), i.bit_length())
class F(float):
    def __str__(self): return "F!" 
f = F(2.5); print(f, repr(f), f + 1, f"{f:.2f}", f"{f}", round(f), int(f))
class S(str):
    def shout(self): return S(self.upper() + "!")
    def __add__(self, o): return S("+" + str(self) + o)
s = S("hi"); print(s, s.shout(), s + "x", "a" + s, len(s), s[0], ",".join([s, "b"]), s == "hi", {s: 1}["hi"], s.startswith("h"), f"{s:>5}", type(s.upper()).__name__)
class Money(float):
    def __new__(cls, v, cur="USD"):
        o = super().__new__(cls, v); o.cur = cur; return o
    def __repr__(self): return f"{float(self):.2f} {self.cur}"
m = Money(3, "EUR"); print(m, m.cur, [m], m + 1)
class Se(set):
    def add(self, x): print("adding", x); super().add(x)
q = Se([1]); q.add(2); print(sorted(q), q | {5}, len(q))
class B(bytes): pass
print(B(b"ab"), B(b"ab") + b"c", isinstance(B(b""), bytes))
class DD(dict):
    def __init__(self, *a, **k):
        super().__init__(*a, **k); self.log = []
    def __getitem__(self, k): self.log.append(k); return super().__getitem__(k)
dd = DD({"a": 1}, b=2); dd["a"]; print(dd.log, dd, dd.get("b"), dd.pop("a"), dd)
print(bool(Stack()), not Stack([1]), copy if False else "")
import copy
c = copy.copy(s); print(type(c).__name__); st = Stack([[1]]); st.q = 1; st2 = copy.deepcopy(st); st2[0].append(2); print(st, st2, st2.q, type(st2).__name__)
class MyExc(Exception):
    def __init__(self, code, msg): super().__init__(msg); self.code = code
    def __str__(self): return f"[{self.code}] {self.args[0]}"
try: raise MyExc(3, "bad")
except MyExc as e: print(e, repr(e), e.args, e.code)
class E2(ValueError): pass
try: raise E2("a", 1)
except ValueError as e: print(e, repr(e), type(e).__mro__[1].__name__)
class KeyE(KeyError): pass
print(str(KeyE("x")), str(KeyError("y")), repr(KeyError("z")))
#> Stack([1, 2, 3]) 3 1 Stack([2, 3]) True True 6 [3, 2, 1]
#> Stack([1, 2, 3, 4]) Stack
#> 5 {'extra': 5}
#> [1, 2, 3, 4] [4, 3, 2, 1] [1, 2, 3, 4, 1] list True 1 4
#> {'a': 1, 'b': 2} zzzz None True {'a': 1, 'b': 2} 2
#> {'a': 1, 'b': 2, 'c': 5}
#> {'a': 1, 'b': 2, 'c': 5} ['a', 'b', 'c'] True
#> [('a', 1), ('b', 2), ('c', 5)]
#> 1 2 {'x': 1, 'y': 2}
#> {'y': 2}
#> KeyError 'zz'
#> 0.1 False
#> {'a': 1, 'b': 2, 'c': 5}
#> (1, 2, 3) 6 1 3 True True 1
#> 1 [2, 3]
#> 5 106 I 10 10 int 6 60 True 0005 range(0, 5) True 3
#> F! 2.5 3.5 2.50 F! 2 2
#> hi HI! +hix ahi 2 h hi,b True 1 True    hi str
#> 3.00 EUR EUR [3.00 EUR] 4.0
#> adding 2
#> [1, 2] {1, 2, 5} 2
#> b'ab' b'abc' True
#> ['a'] {'b': 2} 2 1 {'b': 2}
#> False False 
#> S
#> Stack([[1]]) Stack([[1, 2]]) 1 Stack
#> [3] bad MyExc('bad') ('bad',) 3
#> ('a', 1) E2('a', 1) ValueError
#> 'x' 'y' KeyError('z')
### own_texts_of_containers_of_arrays
# source: Python: a class's `__repr__` goes before the container's
class D(dict):
    def __repr__(self):
        return "D" + dict.__repr__(self)
class L(list):
    def __str__(self):
        return "<" + ", ".join(map(str, self)) + ">"
class P(dict):
    pass
class F(tuple):
    def __format__(self, spec):
        return f"F{len(self)}{spec}"
import numpy as np
from collections import Counter, OrderedDict, defaultdict, namedtuple
a = np.arange(2)
print(D(x=a), [D(x=a)], f"{D(x=a)} {D(x=a)!r}", repr(D(x=a)))
print(L([a, 1]), [L([a])], repr(L([a])), f"{L([a])}")
print(P(x=a), F((a, a)), f"{F((a, a))} {F((a,)):z}")
print(OrderedDict([("w", a), ("b", a * 2)]), [OrderedDict(w=a)], OrderedDict())
print(defaultdict(list, x=a), Counter(x=2))
class N(namedtuple("N", "x y")):
    def __repr__(self):
        return "N!" + super().__repr__()
print(N(a, 1), namedtuple("M", "x")(a))
print(str(D(x=a)) == "D{'x': array([0, 1])}", dict.__repr__(D(x=a)), list.__repr__(L([a])))
#> D{'x': array([0, 1])} [D{'x': array([0, 1])}] D{'x': array([0, 1])} D{'x': array([0, 1])} D{'x': array([0, 1])}
#> <[0 1], 1> [[array([0, 1])]] [array([0, 1])] <[0 1]>
#> {'x': array([0, 1])} (array([0, 1]), array([0, 1])) F2 F1z
#> OrderedDict([('w', array([0, 1])), ('b', array([0, 2]))]) [OrderedDict([('w', array([0, 1]))])] OrderedDict()
#> defaultdict(<class 'list'>, {'x': array([0, 1])}) Counter({'x': 2})
#> N!N(x=array([0, 1]), y=1) M(x=array([0, 1]))
#> True {'x': array([0, 1])} [array([0, 1])]
