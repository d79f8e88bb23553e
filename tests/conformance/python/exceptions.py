### try_except_else_finally
# source: Python reference, 8.4
def f(x):
    try:
        print("try", 10 // x)
    except ZeroDivisionError as e:
        print("except", e)
        return "E"
    except (TypeError, ValueError):
        print("other")
    else:
        print("else")
        return "L"
    finally:
        print("finally")
    return "end"
print(f(2), f(0), f("a"))
#> try 5
#> else
#> finally
#> except integer division or modulo by zero
#> finally
#> other
#> finally
#> L E end
### exception_attributes
# source: Library reference, exceptions
try:
    raise ValueError("bad", 42)
except ValueError as e:
    print(e, repr(e), e.args, str(e), type(e).__name__, isinstance(e, Exception))
print(repr(ValueError()), str(ValueError()), repr(KeyError("k")), str(KeyError("k")), str(IndexError("i")), repr(StopIteration(3)), StopIteration(3).value)
#> ('bad', 42) ValueError('bad', 42) ('bad', 42) ('bad', 42) ValueError True
#> ValueError()  KeyError('k') 'k' i StopIteration(3) 3
### custom_exceptions
# source: Python tutorial, 8.5
class AppError(Exception):
    def __init__(self, code, msg=""):
        super().__init__(f"{code}: {msg}")
        self.code = code
class Sub(AppError): pass
class Plain(Exception):
    "Doc."
try:
    raise Sub(7, "no")
except AppError as e:
    print(e, e.code, type(e).__mro__[1].__name__, e.args)
try: raise Plain
except Plain as e: print(repr(e), str(e) == "")
class S(ValueError):
    def __str__(self): return "custom str"
try: raise S(1)
except ValueError as e: print(e, repr(e))
#> 7: no 7 AppError ('7: no',)
#> Plain() True
#> custom str S(1)
### except_name_is_deleted
# source: Python reference, 8.4.1
e = "before"
try: raise ValueError
except ValueError as e: pass
try: print(e)
except NameError as err: print(err)
#> name 'e' is not defined
### nested_try
# source: Python reference, 8.4
def f():
    for i in range(3):
        try:
            try:
                if i == 0: continue
                if i == 1: raise KeyError(i)
                return "ret"
            except KeyError:
                print("inner", i)
            finally:
                print("fin", i)
        finally:
            print("outer fin", i)
print(f())
#> fin 0
#> outer fin 0
#> inner 1
#> fin 1
#> outer fin 1
#> fin 2
#> outer fin 2
#> ret
### parenthesized_with
# source: Python reference, 8.5
from contextlib import contextmanager
@contextmanager
def c(x):
    yield x
with (c(1) as a, c(2) as b,):
    print(a, b)
with c((1, 2)) as (p, q): print(p + q)
#> 1 2
#> 3
### exit_return_value
# source: Python reference, 3.3.9
class A:
    def __enter__(self): return 1
    def __exit__(self, *a): return a[0] is ValueError
with A(): raise ValueError
try:
    with A(): raise KeyError
except KeyError: print("not swallowed")
def f():
    with A(): return "from with"
print(f())
for i in range(3):
    with A():
        if i == 1: break
print(i)
#> not swallowed
#> from with
#> 1
### loop_else
# source: Python reference, 8.2 and 8.3
for n in range(2, 8):
    for d in range(2, n):
        if n % d == 0: break
    else: print(n, "prime", end=" ")
print()
i = 0
while i < 3:
    i += 1
    if i == 10: break
else: print("no break", i)
for _ in []: pass
else: print("empty else")
#> 2 prime 3 prime 5 prime 7 prime 
#> no break 3
#> empty else
### system_exit_ends_quietly
# source: Library reference, sys.exit
import sys
print("before")
sys.exit(0)
print("never")
#> before
### uncaught_user_exception
# source: ours
class MyError(Exception): pass
def f(): raise MyError("it broke")
f()
#! raised: it broke
### uncaught_key_error
# source: ours
d = {"a": 1}
d["b"]
#! key-error: 'b'
### stop_iteration_and_loops
# source: Python reference
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n == 3: raise StopIteration
        return self.n
print([x for x in It()], list(It()), dict(zip("ab", It())))
#> [1, 2] [1, 2] {'a': 1, 'b': 2}
### finally_order
# source: Python reference, 8.4.4
out = []
def f():
    try:
        out.append(1)
        return out.append(2)
    finally:
        out.append(3)
f(); out.append(4)
print(out)
#> [1, 2, 3, 4]
### warnings_do_not_stop
# source: Library reference, warnings
import warnings
warnings.simplefilter("ignore")
warnings.warn("careful")
with warnings.catch_warnings():
    warnings.warn("deprecated", DeprecationWarning)
print("went on")
#> went on
### traceback_format
# source: Library reference, traceback
import traceback
try: 1 / 0
except ZeroDivisionError as e:
    print(traceback.format_exception_only(type(e), e)[0].strip())
#> ZeroDivisionError: division by zero
### classes_in_c_with_their_module
# source: CPython 3.11
import decimal, datetime, collections, fractions
def told(call):
    try: print(call())
    except Exception as e: print(type(e).__name__, e)
told(lambda: 1.5 + decimal.Decimal(1)); told(lambda: decimal.Decimal(1) + 'a'); told(lambda: datetime.date(2020, 1, 1) + 1); told(lambda: datetime.date(2020,1,1) < 3)
told(lambda: len(decimal.Decimal(1))); told(lambda: datetime.timedelta(1) + 1); told(lambda: fractions.Fraction(1) + 'a'); told(lambda: collections.deque() < 1); told(lambda: collections.OrderedDict() + 1)
told(lambda: [1] + decimal.Decimal(1)); told(lambda: {}[decimal.Decimal(1)]); told(lambda: collections.Counter() + 1); told(lambda: collections.defaultdict() + 1); told(lambda: int(datetime.date(2020,1,1)))
told(lambda: datetime.datetime(2020,1,1) - 1); told(lambda: 'a' + decimal.Decimal(1)); told(lambda: ''.join([decimal.Decimal(1)]))
class D(decimal.Decimal): pass
told(lambda: D(1) + 'a')
#> TypeError unsupported operand type(s) for +: 'float' and 'decimal.Decimal'
#> TypeError unsupported operand type(s) for +: 'decimal.Decimal' and 'str'
#> TypeError unsupported operand type(s) for +: 'datetime.date' and 'int'
#> TypeError '<' not supported between instances of 'datetime.date' and 'int'
#> TypeError object of type 'decimal.Decimal' has no len()
#> TypeError unsupported operand type(s) for +: 'datetime.timedelta' and 'int'
#> TypeError unsupported operand type(s) for +: 'Fraction' and 'str'
#> TypeError '<' not supported between instances of 'collections.deque' and 'int'
#> TypeError unsupported operand type(s) for +: 'collections.OrderedDict' and 'int'
#> TypeError can only concatenate list (not "decimal.Decimal") to list
#> KeyError Decimal('1')
#> TypeError unsupported operand type(s) for +: 'Counter' and 'int'
#> TypeError unsupported operand type(s) for +: 'collections.defaultdict' and 'int'
#> TypeError int() argument must be a string, a bytes-like object or a real number, not 'datetime.date'
#> TypeError unsupported operand type(s) for -: 'datetime.datetime' and 'int'
#> TypeError can only concatenate str (not "decimal.Decimal") to str
#> TypeError sequence item 0: expected str instance, decimal.Decimal found
#> TypeError unsupported operand type(s) for +: 'D' and 'str'
