### lines_and_names_of_frames
# source: CPython 3.11
import traceback
def divide(x):
    return 1 / x
class Tree:
    def fall(self, depth):
        if depth == 0:
            raise ValueError("at the bottom\nof it")
        self.fall(depth - 1)
def grow():
    yield 1
    {}["k"]
def build():
    class Inner:
        x = 1
        y = x + "a"
def again():
    try:
        divide(0)
    except ZeroDivisionError as error:
        raise error
def onward():
    try:
        divide(0)
    except ZeroDivisionError:
        raise
def run(text):
    exec(text)
for act in (
    lambda: [divide(i) for i in [0]],
    lambda: Tree().fall(2),
    lambda: list(grow()),
    build,
    again,
    onward,
    lambda: sorted([1, 2], key=lambda v: v.zz),
    lambda: sum(divide(x) for x in [0]),
    lambda: {divide(0): 1 for _ in [0]},
    lambda: run("def g():\n  return 1 / 0\ng()"),
):
    try:
        act()
    except Exception as error:
        entry, frames = error.__traceback__, []
        while entry:
            frames.append((entry.tb_frame.f_code.co_name, entry.tb_lineno))
            entry = entry.tb_next
        print(*(f"{name}:{line}" for name, line in frames))
        print(frames == [(f.name, f.lineno) for f in traceback.extract_tb(error.__traceback__)])
#> <module>:43 <lambda>:31 <listcomp>:31 divide:5
#> True
#> <module>:43 <lambda>:32 fall:10 fall:10 fall:9
#> True
#> <module>:43 <lambda>:33 grow:13
#> True
#> <module>:43 build:15 Inner:17
#> True
#> <module>:43 again:22 again:20 divide:5
#> True
#> <module>:43 onward:25 divide:5
#> True
#> <module>:43 <lambda>:37 <lambda>:37
#> True
#> <module>:43 <lambda>:38 <genexpr>:38 divide:5
#> True
#> <module>:43 <lambda>:39 <dictcomp>:39 divide:5
#> True
#> <module>:43 <lambda>:40 run:29 <module>:3 g:2
#> True
### text_of_a_traceback
# source: CPython 3.11
import traceback
def divide(x):
    return 1 / x
def show(act):
    try:
        act()
    except BaseException:
        for line in traceback.format_exc().splitlines():
            before, file, rest = line.partition('File "')
            print(before + rest.split('", ')[1] if file else line)
def subscript():
    a = [1]
    return a[3] + 1
def call():
    print(divide(0), 1)
def several_lines():
    divide(
        0
    )
def from_cause():
    try:
        divide(0)
    except ZeroDivisionError as error:
        raise KeyError("k") from error
def in_handler():
    try:
        divide(0)
    except ZeroDivisionError:
        undefined_name
def deep(n):
    return deep(n + 1) if n < 8 else divide(0)
def noted():
    error = ValueError("v"); error.add_note("a note\nof two lines"); raise error
def group():
    raise ExceptionGroup("eg", [ValueError(1), ExceptionGroup("in", [TypeError("t"), OSError(2, "no")])])
def checked():
    assert 1 + 1 == 3, "sum"
def formatted():
    return f"{1/0} x"
def shifted():
    return 1 + (2 << -1)
for act in (subscript, call, several_lines, from_cause, in_handler, lambda: deep(0), noted, group, checked, formatted, shifted):
    show(act)
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 85, in subscript
#>     return a[3] + 1
#>            ~^^^
#> IndexError: list index out of range
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 87, in call
#>     print(divide(0), 1)
#>           ^^^^^^^^^
#>   line 75, in divide
#>     return 1 / x
#>            ~~^~~
#> ZeroDivisionError: division by zero
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 89, in several_lines
#>     divide(
#>   line 75, in divide
#>     return 1 / x
#>            ~~^~~
#> ZeroDivisionError: division by zero
#> Traceback (most recent call last):
#>   line 94, in from_cause
#>     divide(0)
#>   line 75, in divide
#>     return 1 / x
#>            ~~^~~
#> ZeroDivisionError: division by zero
#>
#> The above exception was the direct cause of the following exception:
#>
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 96, in from_cause
#>     raise KeyError("k") from error
#> KeyError: 'k'
#> Traceback (most recent call last):
#>   line 99, in in_handler
#>     divide(0)
#>   line 75, in divide
#>     return 1 / x
#>            ~~^~~
#> ZeroDivisionError: division by zero
#>
#> During handling of the above exception, another exception occurred:
#>
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 101, in in_handler
#>     undefined_name
#> NameError: name 'undefined_name' is not defined
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 114, in <lambda>
#>     for act in (subscript, call, several_lines, from_cause, in_handler, lambda: deep(0), noted, group, checked, formatted, shifted):
#>                                                                                 ^^^^^^^
#>   line 103, in deep
#>     return deep(n + 1) if n < 8 else divide(0)
#>            ^^^^^^^^^^^
#>   line 103, in deep
#>     return deep(n + 1) if n < 8 else divide(0)
#>            ^^^^^^^^^^^
#>   line 103, in deep
#>     return deep(n + 1) if n < 8 else divide(0)
#>            ^^^^^^^^^^^
#>   [Previous line repeated 6 more times]
#>   line 75, in divide
#>     return 1 / x
#>            ~~^~~
#> ZeroDivisionError: division by zero
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 105, in noted
#>     error = ValueError("v"); error.add_note("a note\nof two lines"); raise error
#>                                                                      ^^^^^^^^^^^
#> ValueError: v
#> a note
#> of two lines
#>   + Exception Group Traceback (most recent call last):
#>   |   line 78, in show
#>   |     act()
#>   |   line 107, in group
#>   |     raise ExceptionGroup("eg", [ValueError(1), ExceptionGroup("in", [TypeError("t"), OSError(2, "no")])])
#>   | ExceptionGroup: eg (2 sub-exceptions)
#>   +-+---------------- 1 ----------------
#>     | ValueError: 1
#>     +---------------- 2 ----------------
#>     | ExceptionGroup: in (2 sub-exceptions)
#>     +-+---------------- 1 ----------------
#>       | TypeError: t
#>       +---------------- 2 ----------------
#>       | FileNotFoundError: [Errno 2] no
#>       +------------------------------------
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 109, in checked
#>     assert 1 + 1 == 3, "sum"
#>            ^^^^^^^^^^
#> AssertionError: sum
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 111, in formatted
#>     return f"{1/0} x"
#>               ~^~
#> ZeroDivisionError: division by zero
#> Traceback (most recent call last):
#>   line 78, in show
#>     act()
#>   line 113, in shifted
#>     return 1 + (2 << -1)
#>                 ~~^^~~~
#> ValueError: negative shift count
### pieces_of_traceback
# source: CPython 3.11
import sys, traceback, io
def inner():
    raise LookupError("x")
try:
    inner()
except LookupError as error:
    kept = error
    tb = error.__traceback__
    print(tb is error.__traceback__, tb is sys.exc_info()[2], type(tb).__name__ in ("traceback", "TracebackType"))
    summary = traceback.extract_tb(tb)
    print([(f.name, f.lineno, f.line) for f in summary], len(summary), summary[-1].name)
    name, line = summary[0][2], summary[0][1]
    print(name, line, [lineno for _, lineno in traceback.walk_tb(tb)])
    print([text.split(", ", 1)[1] for text in traceback.format_tb(tb)])
    print([text.split(", ", 1)[1] for text in traceback.format_list(summary)])
    print(traceback.format_exception_only(error), traceback.format_exception_only(type(error), error))
    print(len(traceback.extract_tb(tb, limit=1)), len(traceback.extract_tb(tb, limit=-1)), traceback.extract_tb(tb, limit=-1)[0].name)
    made = traceback.TracebackException.from_exception(error)
    print(made.exc_type, str(made), [f.name for f in made.stack], list(made.format())[-1])
    out = io.StringIO()
    traceback.print_exc(file=out)
    print(out.getvalue().splitlines()[0], out.getvalue().splitlines()[-1])
print(kept.__traceback__ is tb, kept.with_traceback(None).__traceback__)
print(traceback.format_exception(kept))
try:
    raise kept.with_traceback(tb)
except LookupError as error:
    print([f.name for f in traceback.extract_tb(error.__traceback__)])
print(traceback.format_exception(ValueError("never raised")), traceback.format_exc())
#> True True True
#> [('<module>', 245, 'inner()'), ('inner', 243, 'raise LookupError("x")')] 2 inner
#> <module> 245 [245, 243]
#> ['line 245, in <module>\n    inner()\n', 'line 243, in inner\n    raise LookupError("x")\n']
#> ['line 245, in <module>\n    inner()\n', 'line 243, in inner\n    raise LookupError("x")\n']
#> ['LookupError: x\n'] ['LookupError: x\n']
#> 1 1 inner
#> <class 'LookupError'> x ['<module>', 'inner'] LookupError: x
#>
#> Traceback (most recent call last): LookupError: x
#> True None
#> ['LookupError: x\n']
#> ['<module>', '<module>', 'inner']
#> ['ValueError: never raised\n'] NoneType: None
#>
### frames_of_callers
# source: CPython: sys._getframe and inspect.currentframe
import inspect, sys
def name(depth=0):
    return sys._getframe(depth + 1).f_code.co_name
def outer():
    local = 3
    return inner()
def inner():
    f = sys._getframe(1)
    return f.f_code.co_name, f.f_lineno - f.f_code.co_firstlineno, f.f_locals, f.f_back.f_code.co_name, f.f_globals["__name__"]
print(name(), outer())
class A:
    where = name()
    def method(self):
        return name(), name(1), inspect.currentframe().f_code.co_name, sys._getframe().f_lineno - sys._getframe().f_code.co_firstlineno
print(A.where, A().method(), (lambda: name())())
def g():
    yield name(), name(1)
print(next(g()), sys._getframe().f_back, sys._getframe().f_globals is globals())
try:
    sys._getframe(5)
except ValueError as e:
    print(e)
def depth(n):
    return sys._getframe(n).f_code.co_name if n == 0 else depth(n - 1)
print(depth(0), max([1, 2], key=lambda x: x + len(name(0))))
#> <module> ('outer', 2, {'local': 3}, '<module>', '__main__')
#> A ('method', '<module>', 'method', 1) <lambda>
#> ('g', '<module>') None True
#> call stack is not deep enough
#> depth 2
