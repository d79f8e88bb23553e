### modules_of_the_standard_library
# source: CPython 3.11
import statistics as st, fractions, bisect, heapq, copy, json, random, os.path, pathlib, textwrap, string, typing, types, inspect, io, operator, numbers, argparse, logging, sys, re, collections, functools, itertools
from fractions import Fraction as F
print(st.mean([1, 2, 3, 4]), st.median([3, 1, 2]), st.median([1, 2, 3, 4]), st.mode([1, 1, 2]), st.stdev([1, 2, 3, 4]), st.pstdev([1, 2, 3, 4]), st.variance([2.5, 3.5]), st.pvariance([1, 2, 3]), st.fmean([1, 2]), st.quantiles([1, 2, 3, 4, 5]), st.multimode("aabb"), st.harmonic_mean([40, 60]), st.geometric_mean([54, 24, 36]), st.median_low([1, 2, 3, 4]), st.correlation([1, 2, 3], [1, 2, 4]))
try: st.mean([])
except st.StatisticsError as e: print(e)
print(F(1, 2) + F(1, 3), F("3/4"), F(0.5), F(3, -6), F(1, 2) * 2, F(7, 2) // 1, F(7, 2) % 1, F(1, 2) ** 2, float(F(1, 4)), F("1.25"), repr(F(2, 4)), F(1, 2) == 0.5, F(1, 3) < F(1, 2), 1 + F(1, 2), 2 / F(1, 2), round(F(7, 2)), int(F(7, 2)), F(3.14159).limit_denominator(100), abs(F(-1, 2)), -F(1, 2), F(1, 2) + 0.5, isinstance(F(1), numbers.Rational), isinstance(1, numbers.Integral), isinstance(1.5, numbers.Real), sum([F(1, 3)] * 3), F(1, 2).numerator, max(F(1, 2), F(2, 3)), hash(F(2)) == hash(2), f"{F(1,2)}")
h = [5, 1, 4]; heapq.heapify(h); heapq.heappush(h, 0); print(heapq.heappop(h), h[0], heapq.nlargest(2, [1, 3, 2]), heapq.nsmallest(2, [3, 1, 2]), list(heapq.merge([1, 4], [2, 3])), heapq.heappushpop(h, 9), heapq.heapreplace(h, 7), sorted(h))
a = [1, 3, 5]; print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.bisect_right(a, 4)); bisect.insort(a, 4); print(a)
l = [[1], {"a": [2]}]; s = copy.copy(l); d = copy.deepcopy(l); l[0].append(9); print(s, d); r = [1]; r.append(r); rr = copy.deepcopy(r); print(rr[1] is rr)
print(json.dumps({"a": [1, 2.5, None, True, "x\"y\n"], "b": {"c": 1}}), json.dumps([1, 2], indent=2), json.loads('{"a": [1, 2.0, null, true, "\\u00e9"], "b": {}}'), json.dumps({"b": 1, "a": 2}, sort_keys=True), json.dumps("é"), json.dumps("é", ensure_ascii=False), json.dumps((1, 2)), json.dumps({1: 2, None: 3}), json.dumps([1, 2], separators=(",", ":")), json.loads("[1e3, -0.5]"), json.dumps(float("inf")))
try: json.loads("{bad}")
except ValueError as e: print(type(e).__name__, e)
try: json.dumps(object())
except TypeError as e: print(str(e)[:40])
random.seed(42); print(random.random(), random.randint(1, 10), random.choice("abc"), random.sample(range(10), 3), random.uniform(1, 2), random.gauss(0, 1)); l = [1, 2, 3, 4]; random.shuffle(l); print(l, random.randrange(0, 10, 2), random.choices([1, 2, 3], k=3), random.getrandbits(8), random.Random(1).random())
print(os.path.join("a", "b", "/c", "d"), os.path.splitext("x/y.tar.gz"), os.path.basename("/a/b"), os.path.dirname("/a/b"), os.path.normpath("a/../b//c/."), os.path.isabs("/x"), os.path.relpath("/a/b", "/a/c"), os.path.commonprefix(["abc", "abd"]), os.path.split("/a"))
p = pathlib.PurePosixPath("/a/b/c.tar.gz"); print(p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p / "x", p.with_suffix(".zip"), p.with_name("z"), p.relative_to("/a"), p.is_absolute(), str(p), repr(p), list(p.parents), p.match("*.gz"), p == pathlib.PurePosixPath("/a//b/./c.tar.gz"), pathlib.PurePosixPath("a", "b"))
print(textwrap.dedent("  a\n    b\n  c"), textwrap.indent("a\nb", "> "), textwrap.fill("the quick brown fox jumps over", 12), textwrap.shorten("hello big world", 11), textwrap.wrap("aaa bbb ccc", 7))
def sig(a, b: int = 2, *args, c, d=3, **kw) -> str:
    """Doc."""
    return a
print(inspect.signature(sig), list(inspect.signature(sig).parameters), inspect.signature(sig).parameters["b"].default, inspect.isfunction(sig), inspect.isclass(int), inspect.getdoc(sig), inspect.signature(lambda x, y=1: 0), inspect.getfullargspec(sig).args)
print(inspect.getsource(sig)); print(len(inspect.getsourcelines(sig)[0]))
b = inspect.signature(sig).bind(1, c=5); b.apply_defaults(); print(b.arguments, b.args, b.kwargs)
@functools.lru_cache
def decorated(x):
    return x  # comment
print(inspect.getsource(decorated), end="")
ns = types.SimpleNamespace(a=1, b="x"); ns.c = 3; print(ns, ns.a, ns == types.SimpleNamespace(a=1, b="x", c=3)); m = types.ModuleType("mm"); m.x = 5; print(m.x, m.__name__); m.__dict__.update(y=6); print(m.y)
ap = argparse.ArgumentParser(description="d"); ap.add_argument("--lr", type=float, default=0.1, help="h"); ap.add_argument("-n", "--num-steps", type=int, default=5); ap.add_argument("--flag", action="store_true"); ap.add_argument("--names", nargs="+", default=["a"]); ap.add_argument("pos", nargs="?", default="p"); args = ap.parse_args([]); print(args, args.num_steps, vars(args)); print(ap.parse_args(["--lr", "0.5", "-n3", "--flag", "--names", "x", "y", "--", "q"]), ap.parse_known_args(["--zz", "1"])[1])
log = logging.getLogger("t"); hd = logging.StreamHandler(sys.stdout); hd.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s")); log.addHandler(hd); log.setLevel(logging.INFO); log.propagate = False; log.info("hi %d", 5); log.debug("no"); log.warning("w"); log.error("e %s", "x"); print(log.isEnabledFor(10), log.level, logging.getLevelName(20))
buf = io.StringIO(); print("x", 1, file=buf, end="|"); buf.write("y\n"); print(repr(buf.getvalue())); buf.seek(0); print(buf.readline(), list(io.StringIO("a\nb")), io.BytesIO(b"ab").read())
from typing import List, Dict, Optional, Union, Callable, Any, TypeVar, Generic, Protocol, runtime_checkable, get_type_hints, get_origin, get_args, Literal, NamedTuple, TypedDict, cast, overload, Tuple
T = TypeVar("T")
class Box(Generic[T]):
    def __init__(self, v: T): self.v = v
print(Box[int](3).v, Optional[int], Union[int, str], Callable[[int], str], get_origin(List[int]), get_args(Dict[str, int]), Literal["a"], T, int | None, list[int], isinstance(3, (int, str)), isinstance(3, int | str), get_type_hints(sig)["b"])
@runtime_checkable
class Closer(Protocol):
    def close(self) -> None: ...
class Cl:
    def close(self): pass
print(isinstance(Cl(), Closer), isinstance(3, Closer))
class TD(TypedDict, total=False):
    a: int
print(TD(a=1), cast(int, "x"))
print(re.findall(r"\d+", "a1b22"), re.sub(r"(\w)(\d)", r"\2\1", "a1b2"), re.match(r"(?P<n>\w+)-(\d+)", "ab-12").groupdict(), re.split(r"[,;]\s*", "a, b;c"), re.compile("x", re.I).search("aXb").span(), re.fullmatch("a+", "aaa").group(), [m.group() for m in re.finditer("a.", "abac")], re.escape("a.b"), re.sub("a", lambda m: m.group().upper(), "banana", count=2))
#> 2.5 2 2.5 1 1.2909944487358056 1.118033988749895 0.5 0.6666666666666666 1.5 [1.5, 3.0, 4.5] ['a', 'b'] 48.0 36.000000000000014 2 0.9819805060619656
#> mean requires at least one data point
#> 5/6 3/4 1/2 -1/2 1 3 1/2 1/4 0.25 5/4 Fraction(1, 2) True True 3/2 4 4 3 311/99 1/2 -1/2 1.0 True True True 1 1 2/3 True 1/2
#> 0 1 [3, 2] [1, 2] [1, 2, 3, 4] 1 4 [5, 7, 9]
#> 2 1 2
#> [1, 3, 4, 5]
#> [[1, 9], {'a': [2]}] [[1], {'a': [2]}]
#> True
#> {"a": [1, 2.5, null, true, "x\"y\n"], "b": {"c": 1}} [
#>   1,
#>   2
#> ] {'a': [1, 2.0, None, True, 'é'], 'b': {}} {"a": 2, "b": 1} "\u00e9" "é" [1, 2] {"1": 2, "null": 3} [1,2] [1000.0, -0.5] Infinity
#> JSONDecodeError Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
#> Object of type object is not JSON serial
#> 0.6394267984578837 1 c [4, 3, 8] 1.139537928525144 1.3138731944620898
#> [4, 2, 3, 1] 0 [1, 1, 2] 6 0.13436424411240122
#> /c/d ('x/y.tar', '.gz') b /a b/c True ../b ab ('/', 'a')
#> c.tar.gz c.tar .gz ['.tar', '.gz'] /a/b ('/', 'a', 'b', 'c.tar.gz') /a/b/c.tar.gz/x /a/b/c.tar.zip /a/b/z b/c.tar.gz True /a/b/c.tar.gz PurePosixPath('/a/b/c.tar.gz') [PurePosixPath('/a/b'), PurePosixPath('/a'), PurePosixPath('/')] True True a/b
#> a
#>   b
#> c > a
#> > b the quick
#> brown fox
#> jumps over hello [...] ['aaa bbb', 'ccc']
#> (a, b: int = 2, *args, c, d=3, **kw) -> str ['a', 'b', 'args', 'c', 'd', 'kw'] 2 True True Doc. (x, y=1) ['a', 'b']
#> def sig(a, b: int = 2, *args, c, d=3, **kw) -> str:
#>     """Doc."""
#>     return a
#>
#> 3
#> {'a': 1, 'b': 2, 'args': (), 'c': 5, 'd': 3, 'kw': {}} (1, 2) {'c': 5, 'd': 3}
#> @functools.lru_cache
#> def decorated(x):
#>     return x  # comment
#> namespace(a=1, b='x', c=3) 1 True
#> 5 mm
#> 6
#> Namespace(lr=0.1, num_steps=5, flag=False, names=['a'], pos='p') 5 {'lr': 0.1, 'num_steps': 5, 'flag': False, 'names': ['a'], 'pos': 'p'}
#> Namespace(lr=0.5, num_steps=3, flag=True, names=['x', 'y'], pos='q') ['--zz']
#> INFO:t:hi 5
#> WARNING:t:w
#> ERROR:t:e x
#> False 20 INFO
#> 'x 1|y\n'
#> x 1|y
#>  ['a\n', 'b'] b'ab'
#> 3 typing.Optional[int] typing.Union[int, str] typing.Callable[[int], str] <class 'list'> (<class 'str'>, <class 'int'>) typing.Literal['a'] ~T int | None list[int] True True <class 'int'>
#> True False
#> {'a': 1} x
#> ['1', '22'] 1a2b {'n': 'ab'} ['a', 'b', 'c'] (1, 2) aaa ['ab', 'ac'] a\.b bAnAna
### signatures_with_parts_replaced
# source: CPython 3.11
import inspect
from concurrent.futures import wait


def f(a: int, b=2, *, c) -> int: ...


s = inspect.signature(f)
a, b, c = s.parameters.values()
print(b.replace(default=inspect.Parameter.empty), a.replace(annotation=inspect.Parameter.empty), a.replace(name="z"))
#> b a z: int
print(s.replace(return_annotation=inspect.Signature.empty), s.replace(parameters=[a]), s.replace(parameters=None))
#> (a: int, b=2, *, c) (a: int) -> int () -> int
print(wait([]))
#> DoneAndNotDoneFutures(done=set(), not_done=set())
