### a_group
# source: CPython 3.11
g = ExceptionGroup("many", [ValueError(1), TypeError("t"), ExceptionGroup("inner", [KeyError("k")])])
print(g, repr(g), g.message, len(g.exceptions), isinstance(g, Exception))
print(type(BaseExceptionGroup("b", [ValueError()])).__name__, type(BaseExceptionGroup("b", [KeyboardInterrupt()])).__name__)
#> many (3 sub-exceptions) ExceptionGroup('many', [ValueError(1), TypeError('t'), ExceptionGroup('inner', [KeyError('k')])]) many 3 True
#> ExceptionGroup BaseExceptionGroup
### split_and_subgroup
# source: CPython 3.11
g = ExceptionGroup("many", [ValueError(1), TypeError("t"), ExceptionGroup("inner", [KeyError("k"), ValueError(2)])])
match, rest = g.split(ValueError)
print(repr(match), repr(rest))
print(repr(g.subgroup(lambda e: isinstance(e, KeyError))), g.subgroup(OSError))
#> ExceptionGroup('many', [ValueError(1), ExceptionGroup('inner', [ValueError(2)])]) ExceptionGroup('many', [TypeError('t'), ExceptionGroup('inner', [KeyError('k')])])
#> ExceptionGroup('many', [ExceptionGroup('inner', [KeyError('k')])]) None
### except_star
# source: CPython 3.11
try:
    raise ExceptionGroup("eg", [ValueError(1), TypeError(2), KeyError(3)])
except* ValueError as e:
    print("value", repr(e))
except* (TypeError, KeyError) as e:
    print("others", repr(e))
else:
    print("none")
finally:
    print("finally")
#> value ExceptionGroup('eg', [ValueError(1)])
#> others ExceptionGroup('eg', [TypeError(2), KeyError(3)])
#> finally
### what_is_left_goes_on
# source: CPython 3.11
try:
    try:
        raise ExceptionGroup("eg", [ValueError(1), OSError(2)])
    except* ValueError:
        print("handled")
except ExceptionGroup as e:
    print(repr(e))
#> handled
#> ExceptionGroup('eg', [OSError(2)])
### a_naked_exception
# source: CPython 3.11
try:
    raise ValueError("plain")
except* ValueError as e:
    print(repr(e))
#> ExceptionGroup('', (ValueError('plain'),))
### raising_in_handlers
# source: CPython 3.11
try:
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        raise KeyError("new")
    except* TypeError as e:
        raise
except ExceptionGroup as e:
    print(repr(e))
#> ExceptionGroup('', [KeyError('new'), ExceptionGroup('eg', [TypeError(2)])])
### in_a_generator
# source: CPython 3.11
def g():
    try:
        yield 1
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])
    except* ValueError:
        yield 2
    except* TypeError:
        yield 3
    yield 4
print(list(g()))
#> [1, 2, 3, 4]
### refused
# source: CPython 3.11
for f in (lambda: ExceptionGroup("m", []), lambda: ExceptionGroup("m", [1]), lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup("m", [KeyboardInterrupt()])):
    try:
        f()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
#> ValueError second argument (exceptions) must be a non-empty sequence
#> ValueError Item 0 of second argument (exceptions) is not an exception
#> TypeError BaseExceptionGroup.__new__() argument 1 must be str, not int
#> TypeError Cannot nest BaseExceptions in an ExceptionGroup
### notes
# source: CPython 3.11
e = ValueError("x")
e.add_note("one")
e.add_note("two")
print(e.__notes__)
#> ['one', 'two']
