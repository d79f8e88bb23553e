### metaclass_sets_and_deletes
# source: CPython 3.11
class Meta(type):
    def __setattr__(cls, name, value):
        print("set", name)
        super().__setattr__(name, value)
    def __delattr__(cls, name):
        print("del", name)
        super().__delattr__(name)
    def __dir__(cls): return ["b", "a"]
    @property
    def kind(cls): return "kind of " + cls.__name__
class C(metaclass=Meta):
    x = 1
C.y = 2
del C.y
type.__setattr__(C, "z", 3)
type.__delattr__(C, "z")
print(hasattr(C, "y"), hasattr(C, "z"), dir(C), C.kind)
for change in (lambda: setattr(C, "kind", 1), lambda: setattr(C, "__name__", 3), lambda: delattr(C, "nothing")):
    try: change()
    except (AttributeError, TypeError) as e: print(e)
class Named:
    @property
    def __name__(self): return "of the instance"
print(Named.__name__, Named().__name__, Named.__mro__[-1], Named.__base__)
#> set y
#> del y
#> False False ['a', 'b'] kind of C
#> set kind
#> property 'kind' of 'Meta' object has no setter
#> set __name__
#> can only assign string to C.__name__, not 'int'
#> del nothing
#> type object 'C' has no attribute 'nothing'
#> Named of the instance <class 'object'> <class 'object'>
### base_of_the_language_before_a_mixin
# source: CPython 3.11
class Mixin:
    def __repr__(self): return "mixin"
    def __hash__(self): return 5
    def __eq__(self, other): return True
    def __len__(self): return 7
    def __str__(self): return "text"
class A(int, Mixin): pass
class B(Mixin, int): pass
class L(list, Mixin): pass
print(repr(A(3)), repr(B(3)), hash(A(3)) == hash(3), hash(B(3)), A(3) == 4, B(3) == 4, len(A(3)), len(L()), str(A(3)), f"{A(3)}", f"{A(3):03}")
#> 3 mixin True 5 False True 7 0 text text 003
### property_subclass
# source: CPython 3.11
class classproperty(property):
    def __get__(self, instance, owner): return self.fget(owner)
class Loud(property):
    def __set__(self, instance, value):
        print("set", value)
        super().__set__(instance, value)
class C:
    @classproperty
    def name(cls): "the name"; return cls.__name__.lower()
    @Loud
    def x(self): return self._x
    @x.setter
    def x(self, value): self._x = value
    @property
    def y(self): return 1
c = C()
c.x = 3
print(C.name, c.name, c.x, type(C.x).__name__, isinstance(C.x, property), issubclass(Loud, property))
for change in (lambda: setattr(c, "y", 1), lambda: delattr(c, "y"), lambda: delattr(c, "x"), lambda: setattr(c, "name", 1)):
    try: change()
    except AttributeError as e: print(e)
class D:
    none = property()
try: D().none
except AttributeError as e: print(e)
#> set 3
#> c c 3 Loud True True
#> property 'y' of 'C' object has no setter
#> property 'y' of 'C' object has no deleter
#> property 'x' of 'C' object has no deleter
#> property 'name' of 'C' object has no setter
#> property 'none' of 'D' object has no getter
### property_of_an_exception_class
# source: CPython 3.11
class Missing(ModuleNotFoundError):
    def __str__(self): return f"No package {self.name}"
    @property
    def name(self): return self.args[0]
    @property
    def args(self): return ("changed",)
    @args.setter
    def args(self, value): print("set", value)
e = Missing("first")
print(e.name, str(e), e.args, e.path)
e.args = (3,)
class Renamed(AttributeError):
    name = "fixed"
print(Renamed("x").name, AttributeError("x").name)
#> changed No package changed ('changed',) None
#> set (3,)
#> fixed None
### set_name_that_fails
# source: CPython 3.11
class Named:
    def __set_name__(self, owner, name): 1 / 0
class Wrong:
    def __set_name__(self): pass
for value in (Named(), Wrong()):
    try:
        class C: a = value
    except RuntimeError as e: print(e, type(e.__cause__).__name__)
#> Error calling __set_name__ on 'Named' instance 'a' in 'C' ZeroDivisionError
#> Error calling __set_name__ on 'Wrong' instance 'a' in 'C' TypeError
### sequences_times_an_index
# source: CPython 3.11
class Three:
    def __index__(self): return 3
class Own(Three):
    def __rmul__(self, other): return "own"
print([1] * Three(), Three() * (1,), "ab" * Three(), b"x" * Three(), [1] * Own(), [1].__mul__(Three()))
try: [1] * object()
except TypeError as e: print(e)
#> [1, 1, 1] (1, 1, 1) ababab b'xxx' own [1, 1, 1]
#> can't multiply sequence by non-int of type 'object'
### unions_of_either_spelling
# source: CPython 3.11
import typing
print(int | str == typing.Union[int, str], typing.Union[int, str] == int | str, int | None == typing.Optional[int], list[int] | list[int], int | str == typing.Union[int, float], int | str != str | int)
#> True True True list[int] False False
### tracebacks_are_kept
# source: CPython 3.11
e = ValueError("x")
print(e.__traceback__)
try: raise e
except ValueError: pass
first = e.__traceback__
print(first is e.__traceback__, first is not None, e.with_traceback(None) is e, e.__traceback__)
other = KeyError("y").with_traceback(first)
print(other.__traceback__ is first)
for wrong in (3, "text"):
    try: e.__traceback__ = wrong
    except TypeError as error: print(error)
#> None
#> True True True None
#> True
#> __traceback__ must be a traceback or None
#> __traceback__ must be a traceback or None
### managers_of_generator_classes
# source: CPython 3.11
from contextlib import _GeneratorContextManager, contextmanager
class Mine(_GeneratorContextManager):
    def __enter__(self):
        print("enter")
        return super().__enter__()
def g(x):
    try: yield x
    finally: print("left")
with Mine(g, (5,), {}) as x: print(x)
@contextmanager
def through(): yield
for kind in (StopIteration, KeyError):
    error = kind("mine")
    try:
        with through(): raise error
    except kind as e: print(e is error)
#> enter
#> 5
#> left
#> True
#> True
### super_of_type
# source: CPython 3.11
class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases, **kw):
        space = super().__prepare__(name, bases, **kw)
        space["given"] = name
        return space
class C(metaclass=Meta): pass
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
class B(A): pass
B.f = lambda self: 1
print(C.given, type(abc.ABC).__name__, A.__abstractmethods__, abc.update_abstractmethods(B) is B, B.__abstractmethods__, B().f())
#> C ABCMeta frozenset({'f'}) True frozenset() 1
### what_classes_refuse
# source: CPython 3.11
import abc
def told(make):
    try: print(make())
    except (TypeError, AttributeError) as e: print(type(e).__name__, e)
told(lambda: setattr(object(), "x", 1)); told(lambda: type("C", (list, dict), {})); told(lambda: type("C", (), {"__slots__": ["a b"]})); told(lambda: type("C", (), {"__slots__": [3]}))
class E:
    def __eq__(self, other): return True
class H(E):
    def __hash__(self): return 1
told(lambda: hash(E())); told(lambda: (E.__hash__, list.__hash__, hash(H()), E.__dict__["__hash__"]))
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
    @abc.abstractmethod
    def g(self): pass
told(A); told(lambda: object.__new__(E, 1)); told(lambda: super(3)); told(lambda: E(1))
#> AttributeError 'object' object has no attribute 'x'
#> TypeError multiple bases have instance lay-out conflict
#> TypeError __slots__ must be identifiers
#> TypeError __slots__ items must be strings, not 'int'
#> TypeError unhashable type: 'E'
#> (None, None, 1, None)
#> TypeError Can't instantiate abstract class A with abstract methods f, g
#> TypeError E() takes no arguments
#> TypeError super() argument 1 must be a type, not int
#> TypeError E() takes no arguments
### class_method_of_a_descriptor
# source: CPython 3.11
class Meta(type): pass
class C(metaclass=Meta):
    @classmethod
    @property
    def name(cls): return cls.__name__.lower()
class D(C): pass
class Get:
    def __get__(self, instance, owner): return (instance.__name__, owner.__name__)
class F:
    got = classmethod(Get())
print(C.name, D.name, D().name, F.got)
#> c d d ('F', 'F')
### functions_have_names_and_defaults
# source: CPython 3.11
def f(a, b=2, *, c=3): return a, b, c
f.__defaults__ = (10, 20)
f.__kwdefaults__ = {"c": 30}
print(f(), f.__defaults__, f.__kwdefaults__)
f.__defaults__ = None
del f.__kwdefaults__
try: f()
except TypeError as e: print(e)
f.__name__, f.__qualname__ = "g", "Holder.g"
print(f.__name__, f.__qualname__)
try: f(1, 2, 3, 4, c=1)
except TypeError as e: print(e)
for name, value in (("__name__", 3), ("__qualname__", 3), ("__defaults__", 3), ("__dict__", None), ("__globals__", {})):
    try: setattr(f, name, value)
    except (TypeError, AttributeError) as e: print(type(e).__name__)
def outer(x):
    def inner(y):
        z = x + y
        return locals()
    return inner(3)
print(outer(2))
#> (10, 20, 30) (10, 20) {'c': 30}
#> f() missing 2 required positional arguments: 'a' and 'b'
#> g Holder.g
#> Holder.g() takes 2 positional arguments but 4 positional arguments (and 1 keyword-only argument) were given
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> AttributeError
#> {'y': 3, 'z': 5, 'x': 2}
### exceptions_keep_what_they_are_about
# source: CPython 3.11
class A:
    blech = None
    def __getattr__(self, name): raise AttributeError("no")
for ask in (lambda: A().bluch, lambda: object.__getattribute__(A(), "bluch")):
    try: ask()
    except AttributeError as e: print(e.name, type(e.obj).__name__)
e = ImportError("text", name="n", path="p")
e.__init__("other")
print(e.args, e.msg, e.name, e.path)
for name in ("__cause__", "__context__"):
    try: delattr(e, name)
    except TypeError as error: print(error)
e.__notes__ = 42
try: e.add_note("x")
except TypeError as error: print(error)
class Mine(Exception):
    def __init__(self, name):
        self.name = name
        super().__init__(name)
print(Mine("kept").name)
#> bluch A
#> bluch A
#> ('other',) other None None
#> __cause__ may not be deleted
#> __context__ may not be deleted
#> Cannot add note: __notes__ is not a list
#> kept
### what_handlers_of_groups_raise
# source: PEP 654
try:
    try: raise ExceptionGroup("eg", [TypeError(1), ValueError(2)])
    except* (TypeError, ValueError): raise SyntaxError("3")
except BaseException as e: print(repr(e))
try:
    try: raise TypeError(1)
    except* TypeError: raise KeyError("naked")
except BaseException as e: print(repr(e))
for body in ("break", "continue", "return"):
    text = f"def f():\n  for x in [1]:\n    try: pass\n    except* ValueError:\n      {body}\n"
    try: compile(text, "t", "exec")
    except SyntaxError as e: print(e.msg)
compile("def f():\n  try: pass\n  except* ValueError:\n    for x in []: break\n    def g(): return 1\n", "t", "exec")
#> SyntaxError('3')
#> KeyError('naked')
#> 'break', 'continue' and 'return' cannot appear in an except* block
#> 'break', 'continue' and 'return' cannot appear in an except* block
#> 'break', 'continue' and 'return' cannot appear in an except* block
### supers_of_a_class_alone
# source: CPython 3.11's output
class A:
    def f(self): return 'A.f'
    @classmethod
    def c(cls): return cls.__name__ + '.c'
class B(A):
    def f(self): return 'B' + self._B__super.f()
B._B__super = super(B)
b, s = B(), super(B)
print(b.f(), s.__get__(b).f(), repr(s), s.__thisclass__ is B, s.__self__, super(B, b).__self__ is b)
for make in (lambda: s.f, lambda: super(B, 3), lambda: super(3)):
    try: print(make())
    except Exception as error: print(type(error).__name__, error)
print(super(B, b).f(), super(B, B).c())
#> BA.f A.f <super: <class 'B'>, NULL> True None True
#> AttributeError 'super' object has no attribute 'f'
#> TypeError super(type, obj): obj must be an instance or subtype of type
#> TypeError super() argument 1 must be a type, not int
#> A.f B.c
### special_methods_that_are_none
# source: CPython 3.11
class A:
    def __add__(self, o): return 1
    def __contains__(self, x): return True
    def __iter__(self): return iter([1])
    def __bool__(self): return True
    def __eq__(self, o): return True
    def __str__(self): return "A"
    __hash__ = None
class B(A):
    __add__ = __radd__ = __contains__ = __iter__ = __bool__ = __eq__ = __lt__ = __len__ = __getitem__ = __call__ = None
    __str__ = __repr__ = __int__ = __index__ = __reversed__ = __neg__ = None
class C(int):
    __add__ = __bool__ = None
def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)
b = B()
for act in (lambda: b + 1, lambda: 1 + b, lambda: 1 in b, lambda: list(b), lambda: bool(b), lambda: b == 1, lambda: b < 1, lambda: len(b),
            lambda: b[0], lambda: b(), lambda: str(b), lambda: repr(b), lambda: int(b), lambda: range(b), lambda: hash(b), lambda: [x for x in b],
            lambda: reversed(b), lambda: 1 == b, lambda: -b, lambda: b.__add__, lambda: C(1) + 1, lambda: bool(C(1)), lambda: C(1) - 1):
    attempt(act)
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'B' object is not a container
#> TypeError 'B' object is not iterable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> TypeError unhashable type: 'B'
#> TypeError 'B' object is not iterable
#> TypeError 'B' object is not reversible
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> None
#> TypeError 'NoneType' object is not callable
#> TypeError 'NoneType' object is not callable
#> 0
### methods_in_the_dict_of_a_class
# source: CPython 3.11
print(all(name in int.__dict__ for name in ("__add__", "__rsub__", "__neg__", "bit_length", "real")), "append" in vars(list), "__len__" in dict.__dict__)
print("__add__" in bool.__dict__, "__hash__" in object.__dict__, "append" in object.__dict__, int.__dict__["__add__"](2, 3), list.__dict__["append"].__name__)
def holder(cls, name):
    while name not in cls.__dict__:
        cls = cls.__bases__[0]
    return cls.__name__
class Sub(float): pass
print(holder(Sub, "__mul__"), holder(bool, "__sub__"), holder(Sub, "__eq__"), holder(Sub, "__setattr__"))
#> True True True
#> False True False 5 append
#> float int float object
