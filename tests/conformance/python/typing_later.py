### names_of_typing_that_came_later
# source: typing_extensions' documentation; warnings and attributes as CPython 3.13's `warnings.deprecated`
import warnings
import typing, typing_extensions
from typing_extensions import Annotated, Literal, Self, TypedDict, Protocol, override, deprecated, assert_never, ParamSpec, NotRequired, runtime_checkable, Unpack, TypeVarTuple
class Base:
    @override
    def f(self) -> Self: return self
@deprecated("use g")
def old(x): return x + 1
with warnings.catch_warnings(record=True) as caught:
    print(old(1), old.__deprecated__, old.__name__)
print([str(w.message) for w in caught], caught[0].category.__name__, Base.f.__override__, typing_extensions.Literal is typing.Literal, typing_extensions.get_args(Literal["a", "b"]))
class Movie(TypedDict, total=False):
    title: NotRequired[str]
print(Movie(title="x"))
try: assert_never(3)
except AssertionError as e: print(e)
#> 2 use g old
#> ['use g'] DeprecationWarning True True ('a', 'b')
#> {'title': 'x'}
#> Expected code to be unreachable, but got: 3
