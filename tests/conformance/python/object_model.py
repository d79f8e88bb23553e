### descriptors
# source: CPython 3.11
class Desc:
    def __set_name__(self, owner, name): self.name = "_" + name; print("named", owner.__name__, name)
    def __get__(self, obj, typ=None):
        if obj is None: return self
        return getattr(obj, self.name, "unset")
    def __set__(self, obj, v):
        if v == 13: raise ValueError("bad")
        setattr(obj, self.name, v)
    def __delete__(self, obj): delattr(obj, self.name); print("deleted")
class A:
    x = Desc(); y = Desc()
a = A(); print(a.x); a.x = 3; print(a.x, a.__dict__, type(A.x).__name__)
try: a.y = 13
except ValueError as e: print(e)
del a.x; print(a.x)
class NonData:
    def __get__(self, obj, typ): return 42
class B: v = NonData()
b = B(); print(b.v); b.v = 1; print(b.v, B.v)
class Lazy:
    def __init__(self, f): self.f = f
    def __set_name__(self, o, n): self.n = n
    def __get__(self, o, t):
        v = self.f(o); o.__dict__[self.n] = v; return v
class C:
    @Lazy
    def z(self): print("compute"); return 9
c = C(); print(c.z, c.z)
class Typed:
    def __init__(self, t): self.t=t
    def __set_name__(self,o,n): self.n=n
    def __get__(self,o,t): return self if o is None else o.__dict__[self.n]
    def __set__(self,o,v):
        if not isinstance(v,self.t): raise TypeError(f"{self.n} must be {self.t.__name__}")
        o.__dict__[self.n]=v
class P:
    name=Typed(str); age=Typed(int)
    def __init__(self,n,a): self.name=n; self.age=a
p=P("a",3); print(p.name,p.age,vars(p))
try: P("a","b")
except TypeError as e: print(e)
class Prop:
    @property
    def v(self): "docs"; return self._v
    @v.setter
    def v(self, x): self._v = x
    @v.deleter
    def v(self): del self._v; print("del")
p=Prop(); p.v=4; print(p.v); del p.v
try: p.v
except AttributeError as e: print(e)
print(Prop.v.__doc__, isinstance(Prop.v, property), Prop.v.fget(type("o",(),{"_v":8})()))
class RO:
    @property
    def q(self): return 1
try: RO().q = 2
except AttributeError as e: print(e)
try: del RO().q
except AttributeError as e: print(e)
#> named A x
#> named A y
#> unset
#> 3 {'_x': 3} Desc
#> bad
#> deleted
#> unset
#> 42
#> 1 42
#> compute
#> 9 9
#> a 3 {'name': 'a', 'age': 3}
#> age must be int
#> 4
#> del
#> 'Prop' object has no attribute '_v'
#> docs True 8
#> property 'q' of 'RO' object has no setter
#> property 'q' of 'RO' object has no deleter
### subclass_hooks_and_new
# source: CPython 3.11
class Base:
    reg = {}
    def __init_subclass__(cls, /, key=None, **kw):
        super().__init_subclass__(**kw)
        cls.reg[key or cls.__name__] = cls
class A(Base, key="aa"): pass
class B(A): pass
print(sorted(Base.reg))
try:
    class X: pass
    class Y(X, foo=1): pass
except TypeError as e: print(e)
class G:
    def __class_getitem__(cls, item): return f"{cls.__name__}[{item}]"
print(G[int], G[1,2])
T = type("T", (Base,), {"x": 1, "f": lambda self: self.x + 1})
print(T, T().f(), T.__name__, T.__bases__, T.__mro__)
class S:
    _i = None
    def __new__(cls, *a):
        if cls._i is None: cls._i = super().__new__(cls); print("new")
        return cls._i
    def __init__(self, v): self.v = v
print(S(1) is S(2), S(3).v)
class N:
    def __new__(cls): return 5
print(N())
class P:
    def __init__(self): self.__x = 1; self._P__y = 2
    def __m(self): return self.__x + self.__y
    def go(self): return self.__m()
    @staticmethod
    def __s(): return "s"
    def s(self): return P.__s()
p = P(); print(p.go(), sorted(p.__dict__), p.s())
try: p.__x
except AttributeError as e: print(e)
class Q(P):
    def __init__(self): super().__init__(); self.__x = 10
q=Q(); print(q.go(), sorted(vars(q)))
#> ['B', 'aa']
#> Y.__init_subclass__() takes no keyword arguments
#> G[<class 'int'>] G[(1, 2)]
#> <class '__main__.T'> 2 T (<class '__main__.Base'>,) (<class '__main__.T'>, <class '__main__.Base'>, <class 'object'>)
#> new
#> True 3
#> 5
#> 3 ['_P__x', '_P__y'] s
#> 'P' object has no attribute '__x'
#> 3 ['_P__x', '_P__y', '_Q__x']
### abstract_classes
# source: CPython 3.11
from abc import ABC, abstractmethod, ABCMeta
class Sh(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def d(self): return f"{self.name} {self.area()}"
class Sq(Sh):
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
    @property
    def name(self): return "sq"
print(Sq(3).d())
for c in (Sh,):
    try: c()
    except TypeError as e: print("TypeError", "area" in str(e) and "name" in str(e))
class Half(Sh):
    def area(self): return 1
try: Half()
except TypeError as e: print("TypeError", "name" in str(e), "area" in str(e))
class M(metaclass=ABCMeta):
    @abstractmethod
    def f(self): return "base f"
class MM(M):
    def f(self): return super().f() + "!"
print(MM().f())
print(Sh.__abstractmethods__ == frozenset({"area","name"}), issubclass(Sq, Sh), isinstance(Sq(1), ABC))
class V(ABC): pass
V.register(int); print(isinstance(3, V), issubclass(int, V), isinstance("", V))
@V.register
class K: pass
print(isinstance(K(), V))
class H(ABC):
    @classmethod
    def __subclasshook__(cls, C):
        if cls is H: return any("quack" in B.__dict__ for B in C.__mro__)
        return NotImplemented
class D:
    def quack(self): pass
print(isinstance(D(), H), isinstance(3, H))
class Cm(ABC):
    @classmethod
    @abstractmethod
    def make(cls): ...
    @staticmethod
    @abstractmethod
    def st(): ...
try: Cm()
except TypeError as e: print("TE")
class Ok(Cm):
    @classmethod
    def make(cls): return cls()
    @staticmethod
    def st(): return 1
print(type(Ok.make()).__name__)
#> sq 9
#> TypeError True
#> TypeError True False
#> base f!
#> True True True
#> True True False
#> True
#> True False
#> TE
#> Ok
### slots
# source: CPython 3.11
class P:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
p = P(1, 2)
try: p.z = 3
except AttributeError as e: print(e)
print(hasattr(p, "__dict__"), P.__slots__)
class Q(P):
    __slots__ = ("z",)
q = Q(1,2); q.z = 5; print(q.x, q.z)
try: q.w = 1
except AttributeError as e: print(e)
class R(P): pass
r = R(1,2); r.anything = 1; print(r.anything)
del p.x
try: p.x
except AttributeError as e: print(e)
class E:
    __slots__ = ()
try: E().a = 1
except AttributeError as e: print(e)
#> 'P' object has no attribute 'z'
#> False ('x', 'y')
#> 1 5
#> 'Q' object has no attribute 'w'
#> 1
#> 'P' object has no attribute 'x'
#> 'E' object has no attribute 'a'
### attribute_hooks
# source: CPython 3.11
class A:
    def __init__(self): self.real = 1
    def __getattr__(self, n):
        if n.startswith("x"): return n * 2
        raise AttributeError(f"no {n}")
a = A(); print(a.real, a.xy)
try: a.q
except AttributeError as e: print(e)
print(hasattr(a, "q"), getattr(a, "q", 7))
class B:
    def __getattribute__(self, n):
        if n == "secret": raise AttributeError("hidden")
        return object.__getattribute__(self, n)
    def __init__(self): self.secret = 1; self.open = 2
b = B(); print(b.open)
try: b.secret
except AttributeError as e: print(e)
class C:
    def __setattr__(self, n, v): print("set", n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print("del", n); super().__delattr__(n)
c = C(); c.a = 1; c.a += 1; print(c.a); del c.a
print(c.__dict__)
class D:
    def __setattr__(self, n, v): self.__dict__[n] = v * 2
d = D(); d.x = 2; print(d.x)
d.__dict__.update(y=1, z=2); print(d.y, d.z, sorted(vars(d).items()))
class W:
    def __init__(self, o): self._o = o
    def __getattr__(self, n): return getattr(self._o, n)
w = W([3,1,2]); w.append(0); w.sort(); print(w._o)
class F:
    def __init__(self, **kw): self.__dict__.update(kw)
f = F(a=1, b=2); print(f.a + f.b)
class G(F): pass
f.__class__ = G; print(type(f).__name__)
class Both:
    def __getattribute__(self, n):
        print("ga", n)
        return super().__getattribute__(n)
    def __getattr__(self, n): return "fallback " + n
print(Both().zzz)
setattr(f, "new name", 5); print(getattr(f, "new name"))
print(A.__dict__.get("__getattr__") is not None, "real" in dir(a))
#> 1 xyxy
#> no q
#> False 7
#> 2
#> hidden
#> set a 1
#> set a 2
#> 2
#> del a
#> {}
#> 4
#> 1 2 [('x', 4), ('y', 1), ('z', 2)]
#> [0, 1, 2, 3]
#> 3
#> G
#> ga zzz
#> fallback zzz
#> 5
#> True True
### operator_methods
# source: CPython 3.11
class V:
    def __init__(s, x): s.x = x
    def __repr__(s): return f"V({s.x})"
    def __add__(s, o): return V(s.x + (o.x if isinstance(o, V) else o)) if isinstance(o,(V,int)) else NotImplemented
    def __radd__(s, o): return V(o + s.x)
    def __iadd__(s, o): s.x += o; return s
    def __sub__(s, o): return V(s.x - o)
    def __rsub__(s, o): return V(o - s.x)
    def __mul__(s, o): return V(s.x*o)
    __rmul__ = __mul__
    def __matmul__(s, o): return "mm"
    def __neg__(s): return V(-s.x)
    def __pos__(s): return s
    def __abs__(s): return V(abs(s.x))
    def __invert__(s): return V(~s.x)
    def __eq__(s, o): return isinstance(o, V) and s.x == o.x
    def __lt__(s, o): return s.x < o.x
    def __hash__(s): return hash(s.x)
    def __bool__(s): return s.x != 0
    def __int__(s): return s.x
    def __float__(s): return float(s.x)
    def __index__(s): return s.x
    def __round__(s, n=0): return f"round{n}"
    def __divmod__(s, o): return ("dm", o)
    def __pow__(s, o, m=None): return ("pow", o, m)
    def __rpow__(s, o): return ("rpow", o)
    def __floordiv__(s,o): return "fd"
    def __mod__(s,o): return "mod"
    def __lshift__(s,o): return "ls"
    def __and__(s,o): return "and"
    def __ror__(s,o): return "ror"
    def __contains__(s, k): return k == s.x
    def __len__(s): return 3
    def __getitem__(s, k): return k
    def __call__(s, *a, **k): return (a, k)
    def __complex__(s): return 1
    def __ceil__(s): return "ceil"
    def __floor__(s): return "floor"
    def __trunc__(s): return "trunc"
    def __format__(s, spec): return f"<{spec}>"
    def __reversed__(s): return iter([3,2,1])
import math
a = V(2); print(a + 1, 1 + a, a + V(5), a - 1, 10 - a, a*3, 3*a, a @ a, -a, +a, abs(V(-3)), ~a)
b = a; b += 5; print(a, b is a)
print(a == V(7), a != V(7), a < V(9), V(9) > a, sorted([V(3), V(1)]))
print({V(1): "x"}[V(1)], bool(V(0)), int(a), float(a), [1,2,3,4,5,6,7,8][a], "x" * V(3) if False else "", hex(a), round(a), round(a, 2))
print(divmod(a, 2), pow(a, 2), pow(a,2,3), 2 ** a, a//1, a%1, a<<1, a&1, 1|a, 7 in a, len(a), a[1:2], a[1,2], a(1, k=2))
print(math.ceil(a), math.floor(a), math.trunc(a), f"{a:>5}", format(a, "x"), f"{a}", list(reversed(a)))
try: a + "s"
except TypeError as e: print(e)
try: a < 3
except (TypeError, AttributeError) as e: print(type(e).__name__)
class X: pass
try: X() + 1
except TypeError as e: print(e)
try: X() < X()
except TypeError as e: print(e)
try: X()()
except TypeError as e: print(e)
try: X()[0]
except TypeError as e: print(e)
try: len(X())
except TypeError as e: print(e)
try: iter(X())
except TypeError as e: print(e)
class Sub(V):
    def __radd__(s, o): return "sub radd"
print(V(1) + Sub(2))
class Eq:
    def __eq__(s, o): return True
try: hash(Eq())
except TypeError as e: print(e)
print(Eq() != 1, Eq() in [1])
print(range(10)[V(3)], list(range(V(3))))
#> V(3) V(3) V(7) V(1) V(8) V(6) V(6) mm V(-2) V(2) V(3) V(-3)
#> V(7) True
#> True False True True [V(1), V(3)]
#> x False 7 7.0 8  0x7 round0 round2
#> ('dm', 2) ('pow', 2, None) ('pow', 2, 3) ('rpow', 2) fd mod ls and ror True 3 slice(1, 2, None) (1, 2) ((1,), {'k': 2})
#> ceil floor trunc <>5> <x> <> [3, 2, 1]
#> unsupported operand type(s) for +: 'V' and 'str'
#> AttributeError
#> unsupported operand type(s) for +: 'X' and 'int'
#> '<' not supported between instances of 'X' and 'X'
#> 'X' object is not callable
#> 'X' object is not subscriptable
#> object of type 'X' has no len()
#> 'X' object is not iterable
#> sub radd
#> unhashable type: 'Eq'
#> False True
#> 3 [0, 1, 2]
### metaclasses
# source: CPython 3.11
class Meta(type):
    def __new__(mcs, name, bases, ns, **kw):
        ns["added"] = kw.get("tag", "none")
        cls = super().__new__(mcs, name, bases, ns)
        return cls
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.inited = True
    def __call__(cls, *a, **k):
        print("creating", cls.__name__)
        return super().__call__(*a, **k)
    def __len__(cls): return 7
    def __iter__(cls): return iter([1,2])
    def __contains__(cls, x): return x == 3
    def __getitem__(cls, k): return ("item", k)
    def hello(cls): return "hello " + cls.__name__
    @property
    def prop(cls): return "prop"
class A(metaclass=Meta, tag="T"):
    def __init__(self, x): self.x = x
    def m(self): return super().__repr__()[:5]
a = A(3); print(a.x, A.added, A.inited, len(A), list(A), 3 in A, A["k"], A.hello(), A.prop, type(A).__name__, type(A) is Meta)
class B(A): pass
print(B.added, type(B) is Meta, isinstance(B, Meta)); B(1)
class Singleton(type):
    _inst = {}
    def __call__(cls, *a, **k):
        if cls not in cls._inst: cls._inst[cls] = super().__call__(*a, **k)
        return cls._inst[cls]
class S(metaclass=Singleton):
    def __init__(self): print("init")
print(S() is S())
class Reg(type):
    reg = {}
    def __init__(cls, n, b, d): super().__init__(n, b, d); Reg.reg[n] = cls
class X(metaclass=Reg): pass
class Y(X): pass
print(sorted(Reg.reg))
D = Meta("D", (), {"y": 1}); print(D.y, D.added, D.__name__)
class Auto(type):
    def __repr__(cls): return f"<Auto {cls.__name__}>"
class Z(metaclass=Auto): pass
print(Z)
#> creating A
#> 3 T True 7 [1, 2] True ('item', 'k') hello A prop Meta True
#> none True True
#> creating B
#> init
#> True
#> ['X', 'Y']
#> 1 none D
#> <Auto Z>
### classes_of_c_name_their_module
# source: CPython: tp_name of classes in C has the module in front
import collections, datetime, decimal, functools, itertools, operator, re, types, fractions
def told(x):
    try:
        x + None
    except TypeError as e:
        print(e)
for x in [collections.deque(), collections.OrderedDict(), collections.defaultdict(), collections.Counter(), collections.UserList(), functools.partial(print), itertools.count(), itertools.chain(), itertools.groupby([]), operator.itemgetter(1), re.compile("a"), re.match("a", "a"), types.SimpleNamespace(), datetime.date(2000, 1, 1), decimal.getcontext(), fractions.Fraction(1)]:
    told(x)
class deque: pass
class partial(functools.partial): pass
told(deque()); told(partial(print))
try:
    datetime.timedelta(1) < decimal.Decimal(1)
except TypeError as e:
    print(e)
#> can only concatenate deque (not "NoneType") to deque
#> unsupported operand type(s) for +: 'collections.OrderedDict' and 'NoneType'
#> unsupported operand type(s) for +: 'collections.defaultdict' and 'NoneType'
#> unsupported operand type(s) for +: 'Counter' and 'NoneType'
#> 'NoneType' object is not iterable
#> unsupported operand type(s) for +: 'functools.partial' and 'NoneType'
#> unsupported operand type(s) for +: 'itertools.count' and 'NoneType'
#> unsupported operand type(s) for +: 'itertools.chain' and 'NoneType'
#> unsupported operand type(s) for +: 'itertools.groupby' and 'NoneType'
#> unsupported operand type(s) for +: 'operator.itemgetter' and 'NoneType'
#> unsupported operand type(s) for +: 're.Pattern' and 'NoneType'
#> unsupported operand type(s) for +: 're.Match' and 'NoneType'
#> unsupported operand type(s) for +: 'types.SimpleNamespace' and 'NoneType'
#> unsupported operand type(s) for +: 'datetime.date' and 'NoneType'
#> unsupported operand type(s) for +: 'decimal.Context' and 'NoneType'
#> unsupported operand type(s) for +: 'Fraction' and 'NoneType'
#> unsupported operand type(s) for +: 'deque' and 'NoneType'
#> unsupported operand type(s) for +: 'partial' and 'NoneType'
#> '<' not supported between instances of 'datetime.timedelta' and 'decimal.Decimal'
