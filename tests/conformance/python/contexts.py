### context_managers
# source: CPython 3.11
from contextlib import contextmanager, ContextDecorator, suppress, closing, ExitStack, redirect_stdout, nullcontext
import io
@contextmanager
def tag(n):
    print("<%s>" % n)
    try: yield n
    finally: print("</%s>" % n)
@tag("p")
def f(a, b=2):
    "doc"
    print("in f", a, b)
    return a+b
print(f(1)); print(f(1, b=5)); print(f.__name__, f.__doc__)
class CD(ContextDecorator):
    def __enter__(self): print("enter"); return self
    def __exit__(self, *a): print("exit", a[0]); return False
@CD()
def g(): print("g")
g()
with suppress(AssertionError):
    assert 1 == 2, "no"
print("after")
with suppress(KeyError, IndexError) as s:
    print(s); {}[1]
class Sw:
    def __enter__(self): return self
    def __exit__(self, t, v, tb):
        print(t.__name__ if t else None, v); return True
with Sw():
    assert False, "msg"
with Sw(): raise KeyError("k")
with Sw(): pass
with tag("a") as a, tag("b") as b:
    print(a, b)
with (tag("x") as x, tag("y")):
    print(x)
class C:
    def close(self): print("close")
with closing(C()) as c: print("c")
with ExitStack() as st:
    st.enter_context(tag("1")); st.enter_context(tag("2")); st.callback(print, "cb", sep="-")
buf = io.StringIO()
with redirect_stdout(buf):
    print("hidden")
print(repr(buf.getvalue()))
try:
    with tag("err"): raise ValueError("x")
except ValueError as e: print("got", e)
with nullcontext(5) as n: print(n)
def deco():
    with tag("r"):
        return 7
print(deco())
for i in range(3):
    with tag(i):
        if i == 1: continue
        if i == 2: break
        print("body", i)
#> <p>
#> in f 1 2
#> </p>
#> 3
#> <p>
#> in f 1 5
#> </p>
#> 6
#> f doc
#> enter
#> g
#> exit None
#> after
#> None
#> AssertionError msg
#> KeyError 'k'
#> None None
#> <a>
#> <b>
#> a b
#> </b>
#> </a>
#> <x>
#> <y>
#> x
#> </y>
#> </x>
#> c
#> close
#> <1>
#> <2>
#> cb
#> </2>
#> </1>
#> 'hidden\n'
#> <err>
#> </err>
#> got x
#> 5
#> <r>
#> </r>
#> 7
#> <0>
#> body 0
#> </0>
#> <1>
#> </1>
#> <2>
#> </2>
### generators_results
# source: CPython 3.11
def g():
    yield 1
    return 5
def h():
    r = yield from g()
    print("r", r)
    return r+1
it = h()
print(next(it))
try: next(it)
except StopIteration as e: print("value", e.value, e.args)
it=g(); next(it)
try:
    it.__next__()
except StopIteration as e: print(e.value)
print(next(it, "default"))
class It:
    def __init__(s): s.n=0
    def __iter__(s): return s
    def __next__(s):
        s.n+=1
        if s.n>3: raise StopIteration("done")
        return s.n
def k():
    r = yield from It()
    print("r", r)
print(list(k()))
def two():
    try:
        x = yield 1
        print("got", x)
        yield 2
    except ValueError as e:
        print("caught", e)
        yield 99
    finally:
        print("fin")
t=two(); print(next(t)); print(t.send("hi")); print(t.throw(ValueError("v")));
try: next(t)
except StopIteration: print("stop")
t=two(); next(t); t.close(); print("closed")
try: t.send(None)
except StopIteration: print("stop2")
def gg():
    try: yield 1
    except GeneratorExit: print("exit"); raise
x=gg(); next(x); x.close()
def bad():
    try: yield 1
    except GeneratorExit: yield 2
b=bad(); next(b)
try: b.close()
except RuntimeError as e: print(e)
#> 1
#> r 5
#> value 6 (6,)
#> 5
#> default
#> r done
#> [1, 2, 3]
#> 1
#> got hi
#> 2
#> caught v
#> 99
#> fin
#> stop
#> fin
#> closed
#> stop2
#> exit
#> generator ignored GeneratorExit
### exceptions_chains_and_order
# source: CPython 3.11
def chain():
    try:
        try: 1/0
        except ZeroDivisionError as e: raise ValueError("v") from e
    except ValueError as e:
        print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
    try:
        try: {}["k"]
        except KeyError: raise RuntimeError("r")
    except RuntimeError as e: print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
    try:
        try: {}["k"]
        except KeyError: raise RuntimeError("r") from None
    except RuntimeError as e: print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
chain()
def order():
    log = []
    try:
        log.append("try"); return log
    finally: log.append("finally")
print(order())
def f():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print("body", i)
        finally: print("fin", i)
    else: print("no")
f()
def g():
    try: return "try"
    finally: return "fin"
print(g())
def h():
    try: raise ValueError("x")
    except TypeError: print("no")
    except (KeyError, ValueError) as e: print("yes", e); 
    else: print("else")
    finally: print("finally")
    try: pass
    except: print("no")
    else: print("else")
h()
try:
    try: raise ValueError("a")
    finally: raise KeyError("b")
except KeyError as e: print(repr(e), repr(e.__context__))
class A(Exception): pass
class B(A): pass
for c in (A, B, ValueError):
    try: raise c("m")
    except B: print("B")
    except A: print("A")
    except Exception as e: print("E", type(e).__name__)
def rer():
    try: raise ValueError("1")
    except ValueError:
        try: raise
        except ValueError as e2: print("re", e2); return e2
rer()
def helper(): raise
try:
    try: raise KeyError("orig")
    except KeyError: helper()
except KeyError as e: print("helper", e)
try: raise
except RuntimeError as e: print(e)
e = ValueError("x", 2); print(e.args, str(e), repr(e)); e.args = ("new",); print(e)
try: raise ValueError
except ValueError as e: print(repr(e), str(e) == "")
try: assert 1 == 2, "msg"
except AssertionError as e: print(e)
try: assert False
except AssertionError as e: print(type(e).__name__)
try: raise 5
except TypeError as e: print("TypeError")
try: raise ValueError("x") from 5
except TypeError as e: print(e)
try: int("x")
except ValueError as e: err = e
print(err)
try: e
except NameError as ex: print(ex)
import sys, traceback
try: 1/0
except ZeroDivisionError: print(sys.exc_info()[0].__name__, traceback.format_exc().splitlines()[-1], traceback.format_exc().splitlines()[0])
print(sys.exc_info())
x = ValueError("n"); x.add_note("note1"); print(x.__notes__)
def gen():
    try: yield 1
    finally: print("gen fin")
for v in gen(): pass
print("after")
class CM:
    def __init__(s, n, swallow=False): s.n, s.s = n, swallow
    def __enter__(s): print("enter", s.n); return s
    def __exit__(s, t, v, tb): print("exit", s.n, t.__name__ if t else None, tb is not None); return s.s
with CM(1) as a, CM(2, True) as b: raise ValueError("in")
print("next")
try:
    with CM(3): 
        with CM(4): raise KeyError("deep")
except KeyError as e: print("caught", e)
class BadEnter:
    def __enter__(s): raise ValueError("enter")
    def __exit__(s, *a): print("never")
try:
    with CM(5), BadEnter(): pass
except ValueError as e: print(e)
try:
    with 5: pass
except TypeError as e: print(e)
class Ex(Exception):
    def __init__(self, a, b=2): self.a, self.b = a, b
print(Ex(1).args, Ex(1, b=3).args, repr(Ex(1)), Ex(5).b)
try: print(undefined_name)
except NameError as e: print(e)
try: [].foo
except AttributeError as e: print(e)
try: import nonexistent_mod
except ImportError as e: print(type(e).__name__)
try:
    from math import nope
except ImportError as e: print(type(e).__name__)
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: print("RecursionError")
try: exit(3)
except SystemExit as e: print("exit", e.code)
def ret():
    while True:
        try: return 1
        finally: break
    return 2
print(ret())
#> ZeroDivisionError('division by zero') ZeroDivisionError('division by zero') True
#> None KeyError('k') False
#> None KeyError('k') True
#> ['try', 'finally']
#> body 0
#> fin 0
#> fin 1
#> fin 2
#> fin
#> yes x
#> finally
#> else
#> KeyError('b') ValueError('a')
#> A
#> B
#> E ValueError
#> re 1
#> helper 'orig'
#> No active exception to reraise
#> ('x', 2) ('x', 2) ValueError('x', 2)
#> new
#> ValueError() True
#> msg
#> AssertionError
#> TypeError
#> exception causes must derive from BaseException
#> invalid literal for int() with base 10: 'x'
#> name 'e' is not defined
#> ZeroDivisionError ZeroDivisionError: division by zero Traceback (most recent call last):
#> (None, None, None)
#> ['note1']
#> gen fin
#> after
#> enter 1
#> enter 2
#> exit 2 ValueError True
#> exit 1 None False
#> next
#> enter 3
#> enter 4
#> exit 4 KeyError True
#> exit 3 KeyError True
#> caught 'deep'
#> enter 5
#> exit 5 ValueError True
#> enter
#> 'int' object does not support the context manager protocol
#> (1,) (1,) Ex(1) 2
#> name 'undefined_name' is not defined
#> 'list' object has no attribute 'foo'
#> ModuleNotFoundError
#> ImportError
#> RecursionError
#> exit 3
#> 2
