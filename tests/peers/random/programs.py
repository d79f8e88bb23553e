# SPDX-License-Identifier: Apache-2.0
"""Random Python programs: `Writer(rng).program()` is a list of statements, each a list of lines."""

from expressions import Expressions, jsonTexts, texts


class Writer(Expressions):
    """One program."""

    kinds = ["int", "float", "complex", "bool", "str", "bytes", "ints", "list", "strs", "tuple", "set", "dict"]

    def statement(self):
        r = self.rng
        roll = r.random()
        if roll < 0.2:
            kind = r.choice(self.kinds)
            self.counter += 1
            name = f"v{self.counter}"
            text = f"{name} = {self.expr(kind, 2)}"
            self.names[name] = kind
            return [text, f"print({name})"]
        if roll < 0.62:
            return [f"print({self.expr(r.choice(self.kinds), 3)})"]
        return r.choice([self.changeList, self.changeSet, self.changeDict, self.generator, self.classes, self.loops, self.handlers, self.unpack,
                         self.matching, self.closures, self.augmented, self.dictMethods, self.contexts, self.formatted, self.messages, self.nestedTries,
                         self.inherited, self.byteArrays, self.delegations, self.decorated, self.records, self.ranges, self.properties])()

    def fresh(self, kind):
        self.counter += 1
        name = f"v{self.counter}"
        self.names[name] = kind
        return name

    def changeList(self):
        name = self.fresh("list")
        lines = [f"{name} = {self.expr('list', 1)}[:]"]
        for _ in range(self.rng.randint(1, 4)):
            lines.append(self.pick(
                f"{name}[{self.slice()}] = {self.expr(self.pick('ints', 'tuple', 'str'), 1)}",
                f"del {name}[{self.pick(self.slice(), self.small())}]",
                f"{name}.{self.pick('append', 'remove', 'index', 'count')}({self.expr('int', 1)})",
                f"{name}.insert({self.small()}, {self.expr('str', 0)})",
                f"{name}.extend({self.expr('strs', 1)})",
                f"print({name}.pop({self.pick('', self.small())}))",
                f"{name}.{self.pick('reverse', 'sort', 'clear')}()",
                f"{name} {self.pick('+=', '*=')} {self.pick(self.expr('ints', 0), self.count())}",
                f"{name}.append({name})",
            ))
        return lines + [f"print({name})"]

    def changeSet(self):
        name = self.fresh("set")
        lines = [f"{name} = set({self.expr(self.pick('set', 'ints'), 1)})"]
        for _ in range(self.rng.randint(1, 5)):
            lines.append(self.pick(
                f"{name}.{self.pick('add', 'discard', 'remove')}({self.rng.randint(-5, 40)})",
                f"{name} {self.pick('|=', '&=', '-=', '^=')} {self.expr('set', 1)}",
                f"{name}.{self.pick('update', 'difference_update', 'intersection_update', 'symmetric_difference_update')}({self.expr('ints', 1)})",
                f"print({name}.pop())",
                f"print({name}, {name}.copy())",
            ))
        return lines + [f"print({name}, len({name}))"]

    def changeDict(self):
        name = self.fresh("dict")
        lines = [f"{name} = dict({self.expr('dict', 1)})"]
        for _ in range(self.rng.randint(1, 4)):
            key = self.pick(self.count(), "'a'", "'b'", "1.0", "(1, 2)")
            lines.append(self.pick(
                f"{name}[{key}] = {self.expr('int', 1)}", f"del {name}[{key}]", f"print({name}.pop({key}, 'none'))", f"print({name}.setdefault({key}, []))",
                f"{name}.update({self.expr('dict', 1)})", f"print({name}.popitem())", f"print({name}.get({key}))", f"{name} |= {{{key}: 0}}",
                f"print({name}.keys() {self.pick('&', '|', '-', '^')} {{1}} == set())", f"{name}[{key}] = {name}",
            ))
        return lines + [f"print({name})", f"print(list(reversed({name})))"]

    def dictMethods(self):
        return [f"c = collections.{self.pick('Counter', 'OrderedDict.fromkeys', 'deque')}({self.expr(self.pick('ints', 'str'), 1)})",
                self.pick("print(c)", "print(len(c), list(c))", "print(c == c)"),
                self.pick("print(c.most_common(2))", "c.rotate(1); print(c)", "c.move_to_end(1); print(c)", "print(c.popitem())", "c.appendleft(0); print(c)")]

    def generator(self):
        self.counter += 1
        name = f"g{self.counter}"
        body = self.pick(
            ["got = yield 1", "print('got', got)", "try:", "    yield 2", "except ValueError as e:", "    yield str(e)", "finally:", "    print('end')", "return 7"],
            ["for v in " + self.expr("ints", 1) + ":", "    if v % 2:", "        yield v", "    else:", "        w = yield -v", "        print(w)"],
            ["r = yield from " + self.pick("inner()", "[1, 2, 3]", "'ab'", "range(2)"), "print('r', r)", "yield 'last'"],
            ["while True:", "    v = yield", "    if v is None: break", "    yield v * 2"],
        )
        use = self.pick(
            [f"print(list({name}()))"],
            [f"it = {name}()", "print(next(it))", f"print(it.send({self.pick('5', 'None', repr('x'))}))", "print(next(it, 'over'))", "print(next(it, 'over'))"],
            [f"it = {name}()", "print(next(it, 0))", "print(it.throw(ValueError('thrown')))"],
            [f"it = {name}()", "print(next(it, 0))", "it.close()", "print(next(it, 'closed'))"],
            [f"a, *b = {name}()", "print(a, b)"],
            [f"print(sum(1 for _ in {name}()))"],
        )
        return ["def inner():", "    x = yield 'i'", "    print('x', x)", "    return 'ir'", f"def {name}():"] + ["    " + line for line in body] + use

    def classes(self):
        self.counter += 1
        name = f"K{self.counter}"
        methods = self.rng.sample([
            ["def __eq__(self, o): return self.v == getattr(o, 'v', o)"],
            ["def __hash__(self): return hash(self.v)"],
            ["def __lt__(self, o): return self.v < o.v"],
            ["def __add__(self, o): return " + name + "(self.v + getattr(o, 'v', o))"],
            ["def __radd__(self, o): return " + name + "(o + self.v)"],
            ["def __iadd__(self, o):", "    self.v += 100", "    return self"],
            ["def __len__(self): return 3"],
            ["def __getitem__(self, k): return [self.v, k, 0][k] if isinstance(k, int) else k"],
            ["def __contains__(self, k): return k == self.v"],
            ["def __call__(self, *a, **k): return (self.v, a, k)"],
            ["def __bool__(self): return self.v > 2"],
            ["def __getattr__(self, n): return 'dyn_' + n"],
            ["@property", "def twice(self): return self.v * 2"],
            ["@classmethod", "def make(cls, v=9): return cls(v)"],
            ["@staticmethod", "def plain(a, b=2): return a + b"],
            ["def __index__(self): return self.v"],
            ["def __format__(self, spec): return '<' + spec + '>'"],
            ["def __iter__(self): return iter([self.v, self.v + 1])"],
        ], self.rng.randint(2, 6))
        lines = [f"class {name}:", "    kind = 'k'", "    def __init__(self, v=1): self.v = v", f"    def __repr__(self): return f'{name}({{self.v}})'"]
        for method in methods:
            lines += ["    " + line for line in method]
        lines.append(f"o = {name}({self.rng.randint(0, 5)})")
        uses = ["print(o + 1)", "print(1 + o)", "print(o == o.v, o != 3)", "print(len(o), bool(o))", "print(o[1], o[-1])", "print(3 in o)", "print(o(1, x=2))",
                "print(o.twice, o.kind)", f"print({name}.make().v)", "print(o.plain(1))", "print(o.nothing)", "print([10, 20, 30, 40, 50, 60][o])", "print(f'{o:abc}')",
                "print(list(o))", f"print(sorted([{name}(3), {name}(1)])[0].v)", f"print({{o: 1}}.get({name}(o.v)))", "o += 1; print(o.v)", "a, b = o; print(a, b)",
                "o.twice = 3", f"print(isinstance(o, {name}), {name}.__name__, type(o).__mro__[-1] is object)", "print(max(o, o).v)", "print(hasattr(o, 'zz'))"]
        return lines + self.rng.sample(uses, self.rng.randint(3, 6))

    def loops(self):
        return [f"for i, v in enumerate({self.expr('list', 1)}):",
                f"    if i == {self.count()}: {self.pick('continue', 'break', 'pass')}",
                "    print(i, v)", "else:", "    print('else')",
                "n = 0", f"while n < {self.count()}:", "    n += 1", f"    if n == {self.count()}: {self.pick('break', 'continue')}", "    print(n)", "else: print('done')"]

    def handlers(self):
        error = self.pick("1 // 0", "[][1]", "{}['k']", "int('x')", "None.a", "undefined_name", "'a' + 1", "raise_it()", "next(iter(()))", "assert_it()", "chr(-1)",
                          "[].remove(1)", "float('x')", "(1).x", "len(3)", "range(1, 2, 0)", "'abc'.index('z')", "bytes([300])", "a, b = 1,", "2.0 ** 10000", "{[]: 1}")
        return ["def raise_it(): raise KeyError('k', 1)", "def assert_it(): assert False, 'm'", "try:", f"    {error}",
                f"except {self.pick('ValueError', 'ArithmeticError', 'LookupError', '(TypeError, NameError)', 'Exception')} as e:",
                "    print(type(e).__name__, e.args if not isinstance(e, (NameError, AttributeError)) else '')", "else: print('no error')", "finally: print('fin')"]

    def unpack(self):
        return [f"a, *b = {self.expr('list', 1)}", "print(a, b)", f"*c, d = {self.expr('str', 1)}", "print(c, d)",
                f"def f(p, /, q={self.count()}, *r, s={self.count()}, **t): return (p, q, r, s, t)",
                f"print(f(*{self.expr('ints', 0)}, **{{'s': 1, 'z': 2}}))", f"print(f({self.count()}, s={self.count()}))", "print([*range(2), *'ab'], {**{'a': 1}, 'b': 2})"]

    def matching(self):
        return [f"match {self.expr(self.pick('ints', 'tuple', 'dict', 'str', 'int', 'list'), 1)}:", "    case []: print('empty')",
                "    case [1, *rest]: print('one', rest)", "    case [a, b]: print('two', a, b)", "    case {'a': x, **rest}: print('map', x, rest)",
                "    case str() as s if len(s) > 2: print('long', s)", "    case 0 | 1 | 2: print('small')", "    case int(n): print('int', n)",
                "    case _: print('other')"]

    def closures(self):
        return ["def outer(n):", "    total = n", "    def add(k=1):", "        nonlocal total", f"        total {self.pick('+=', '-=', '*=')} k", "        return total",
                "    return add", f"f = outer({self.expr('int', 0)})", f"print(f(), f({self.small()}), f())",
                f"print([g() for g in [lambda i=i: i * 2 for i in range({self.count()})]])", f"print([g() for g in [lambda: i for i in range({self.count()})]])",
                f"print(functools.reduce(lambda a, b: a * 2 + b, {self.expr('ints', 1)}))", f"print(functools.partial(pow, {self.count()})({self.count()}))"]

    def augmented(self):
        name = self.fresh("int")
        return [f"{name} = {self.expr('int', 1)}"] + [f"{name} {self.pick('+=', '-=', '*=', '//=', '%=', '**=', '>>=', '&=', '|=', '^=')} {self.rng.randint(0, 5)}"
                                                      for _ in range(3)] + [f"print({name})"]

    def contexts(self):
        return ["class CM:", "    def __enter__(self): print('in'); return 5", f"    def __exit__(self, t, v, tb): print('out', t.__name__ if t else None); return {self.pick(True, False)}",
                "with CM() as c:", "    print(c)", f"    {self.pick('raise ValueError(1)', '1 // 0', 'pass', 'print(c // 0)')}", "print('after')"]

    def formatted(self):
        value = self.expr(self.pick("int", "float", "str"), 0)
        return [f"w, p, x = {self.rng.randint(0, 9)}, {self.rng.randint(0, 5)}, {value}", "print(f'{x!r:>{w}}|{x!s:^{w + 3}}|{x=}')", "print(f'{w:0{p}d}{p:<{w}}|')",
                "print('{:>{}} {!s:.{}}'.format(x, w, x, p))", "print('%*d|%-*d|%.*f' % (w, p, w, p, p, 2.5))"]

    def messages(self):
        """What errors say, and their arguments."""
        i, s, l = self.expr("int", 1), self.expr("str", 1), self.expr("list", 1)
        attempt = self.pick(  # those whose words programs see
            f"{l}[{self.small()}]", f"{s}[{self.small()}]", f"{self.expr('tuple', 1)}[{self.small()}]", f"{self.expr('dict', 1)}[{self.pick(i, s)}]", f"int({s})", f"float({s})", f"{s}.index({s})",
            f"{l}.remove({i})", f"{l}.index({i})", f"{i} {self.pick('//', '%', '/')} 0", "[].pop()", "{}.popitem()", "set().pop()", f"{self.expr('set', 1)}.remove({i})", f"{s} + {i}", f"{i} + {s}", f"{l} + {s}",
            f"len({i})", f"{i}()", f"{s}.nothing", f"range({self.small()}, 3, {self.pick(0, 1)})[{self.small()}]", f"a, b = {l}", f"a, *b, c = {l}", f"max({self.pick('[]', '()')})", f"chr({i})", f"ord({s})",
            f"bytes([{i}])", f"({i}).to_bytes(1, 'big')", f"{s}.encode('ascii')", "b'\\xff'.decode()", f"'{{}} {{}}'.format({i})", f"'%s %s' % ({i},)", "'%s' % (1, 2)", f"{{{l}: 1}}", f"hash({l})",
            f"math.sqrt({self.expr('float', 1)})", f"math.log({i})", "(lambda a: a)()", "(lambda a: a)(1, 2)", "(lambda a, *, b: a)(1)", "(lambda: 0)(x=1)", f"{i} < {s}", f"-{s}", f"~{self.expr('float', 0)}", f"iter({i})",
            f"raise ValueError({i}, {s})", f"raise KeyError({s})", f"raise OSError({self.count()}, 'x')", f"assert {i} == {s}, {l}", f"{s}.split('')", f"format({i}, {self.literal(['zz', 'd.2', '.3d', ',s', 'c'])})",
            f"format({s}, {self.literal(['d', '+', '=5', ',', '0=5', '<<'])})", f"int({self.textOfInt()}, {self.pick(1, 37, 0, 10, 16)})", f"complex({s})", f"del {l}[{self.small()}]", f"{l}[{s}]", f"{s}[{s}]", f"{i}[0]", f"{i} @ {i}",
            f"{self.expr('bytes', 1)} + {s}", f"{self.expr('bytes', 1)}[{self.small()}]", "slice(1, 2, 0).indices(3)", "[1, 2, 3][::0]")
        if self.rng.random() < 0.3:  # and those whose class alone counts
            attempt = self.pick(f"'{{a}}'.format({i})", f"'%d' % {s}", f"sorted({l})", f"sum({l})", f"math.factorial({self.expr('float', 0)})", f"print(sep={i})", f"'a'.join({l})", f"{s} * {s}", f"{s}.replace({i}, 'a')",
                                f"isinstance(1, {i})", f"json.loads({self.rng.choice(jsonTexts)!r})", f"{l}.nothing = 1", f"[v for v in {i}]", f"min({l})", f"dict({l})", f"set({l})", f"tuple({i})", f"enumerate({i})", f"zip({i})")
            return ["try:", f"    print({attempt})" if " = " not in attempt else f"    {attempt}", "except Exception as e: print(type(e).__name__)"]
        return ["try:", f"    {attempt}", "except Exception as e: print(type(e).__name__, e)"]

    def nestedTries(self):
        leave = self.pick("return 'early'", "pass", "raise ValueError('second')", "continue", "break", "1 // 0")
        return ["def f(n):", "    for i in range(3):", "        try:", f"            if i == {self.count()}: raise {self.pick('KeyError(i)', 'ValueError', 'StopIteration(i)', 'LookupError')}",
                f"            if n == {self.count()}: {leave}", f"        except {self.pick('KeyError', 'ValueError', '(LookupError, ArithmeticError)', 'Exception')} as e:",
                "            print('caught', repr(e), repr(e.__context__))", f"            {self.pick('raise RuntimeError(i) from e', 'raise', 'pass', 'raise TypeError(i)', 'continue')}",
                f"        {self.pick('else', 'else')}:", "            print('else', i)", "        finally:", "            print('finally', i)", f"            {self.pick('pass', 'pass', 'print(n)')}",
                "    return 'end'", "try: print(f(" + self.count() + "))", "except Exception as e:",
                "    print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)"]

    def inherited(self):
        order = self.pick("B, C", "C, B", "B", "C")
        return ["class A:", "    x = 1", "    def f(self, n=0): return ['A', n]", "    def __repr__(self): return type(self).__name__ + '!'",
                "class B(A):", f"    {self.pick('x = 2', 'y = 3')}", "    def f(self, n=1): return ['B'] + super().f(n + 1)",
                "class C(A):", "    def f(self, *a, **k): return ['C'] + super().f(*a, **k)", f"    def {self.pick('__str__', '__len__', '__bool__')}(self): return {self.pick('3', repr('c'), 'True')}",
                f"class D({order}):", "    def __init__(self, *a): super().__init__(); self.a = a", f"    def g(self): return {self.pick('self.f()', 'super().f(7)', 'A.f(self)', 'self.x')}",
                f"d = D({self.count()})", "print(d, [c.__name__ for c in D.__mro__])", self.pick("print(d.g(), d.f())", "print(str(d), bool(d))", "print(len(d))", "print(vars(d), d.x)", "print(isinstance(d, C), issubclass(D, B))"),
                self.pick("d.x = 9; print(d.x, D.x, A.x)", "D.x = 5; print(d.x, B.x)", "del d.a; print(d.a)", "print(d == d, d != D(), hash(d) == hash(d))", "print(sorted(k for k in dir(d) if k[0] != '_'))")]

    def byteArrays(self):
        lines = [f"b = bytearray({self.expr('bytes', 1)})"]
        for _ in range(self.rng.randint(1, 4)):
            lines.append(self.pick(f"b[{self.slice()}] = {self.expr('bytes', 0)}", f"b.append({self.count()})", f"b.extend({self.expr('bytes', 0)})", f"del b[{self.slice()}]", f"b += {self.expr('bytes', 0)}",
                                   f"b.insert({self.small()}, 65)", "b.reverse()", f"print(b.pop({self.pick('', '0')}))", f"b *= {self.count()}", f"b[{self.small()}] = {self.pick('66', '256', '-1')}",
                                   f"b.remove({self.pick('97', '32')})", f"print(b.find({self.expr('bytes', 0)}), b.count({self.expr('bytes', 0)}))", f"print(b.split({self.pick('', 'b' + repr(','), 'None, 1')}))"))
        return lines + ["print(b, bytes(b), len(b))"]

    def delegations(self):
        inner = self.pick(["x = yield 1", "print('inner got', x)", "return x"], ["try:", "    yield 1", "    yield 2", "except KeyError as e:", "    yield ('caught', e.args)", "else:", "    print('inner end')"],
                          ["raise ValueError('at once')", "yield"])
        outer = self.pick(["r = yield from inner()", "print('result', r)", "yield r"], ["for v in inner():", "    y = yield v * 2 if isinstance(v, int) else v", "    print('y', y)"],
                          ["try:", "    yield from inner()", "except ValueError as e:", "    yield repr(e)", "yield 'after'"])
        lines = ["def inner():"] + ["    " + line for line in inner] + ["def outer():"] + ["    " + line for line in outer] + ["it = outer()"]
        for _ in range(self.rng.randint(2, 4)):
            lines += ["try:", "    " + self.pick("print(next(it))", "print(next(it))", f"print(it.send({self.pick('None', '5')}))", "print(it.throw(KeyError('k')))", "print(it.close())", "print(it.gi_frame is None)"),
                      "except (Exception, StopIteration) as e: print(repr(e))"]
        return lines

    def decorated(self):
        return ["def twice(f):", f"    {self.pick('@functools.wraps(f)', 'pass')}", "    def w(*a, **k): return f(*a, **k), f(*a, **k)", "    return w", "calls = []", f"@{self.pick('twice', 'functools.lru_cache', 'functools.cache', 'functools.singledispatch')}",
                "def f(a, b=2):", "    'doc'", "    calls.append(a)", f"    return a {self.pick('+', '*', '-')} b", f"print(f({self.count()}), f({self.count()}))", "print(calls, f.__name__, f.__doc__)"]

    def records(self):
        return self.pick(
            ["P = collections.namedtuple('P', 'x y', defaults=[5])", f"p = P({self.count()})", "print(p, p.x + p.y, p._asdict(), p._replace(y=0), tuple(p), p == (0, 5))", f"print(p[{self.small()}], *p, P._fields)"],
            ["import dataclasses", f"@dataclasses.dataclass({self.pick('', 'order=True', 'frozen=True', 'eq=False')})", "class R:", "    a: int", "    b: list = dataclasses.field(default_factory=list)", f"    c: str = {self.literal(texts)}",
             f"r = R({self.count()})", "print(r, r == R(r.a), dataclasses.asdict(r))", self.pick("r.a = 3; print(r)", "print(r < R(5))", "print(dataclasses.replace(r, a=7))", "print(r.a, r.c)")],
            ["import enum", f"class E(enum.{self.pick('Enum', 'IntEnum', 'Flag', 'IntFlag')}):", "    a = 1", "    b = 2", "    c = 4", "print(list(E), E.a, repr(E.b), E(2), E['c'].value)",
             self.pick("print(E.a < E.b)", "print(E.a | E.b)", "print(E(9))", "print(E.a == 1, E.a is E(1))", "print(f'{E.a}', '%s' % E.b, E.c.name)", "print(sorted(E, key=lambda e: -e.value))")],
            ["d = collections.defaultdict(list)", f"for i, c in enumerate({self.expr('str', 1)}): d[c].append(i)", "print(d, sorted(d.items()))"],
            [f"q = collections.deque({self.expr('ints', 1)}, maxlen={self.pick('None', '3', '0')})", f"q.{self.pick('append', 'appendleft', 'remove', 'count', 'index')}({self.count()})", f"q.rotate({self.small()}); print(q, q.maxlen, len(q))",
             self.pick("print(q.pop(), q)", "q.extendleft([7, 8]); print(q)", "q.reverse(); print(list(q))", "print(q[0], q[-1])", "q.insert(1, 5); print(q)")])

    def ranges(self):
        return [f"r = range({self.small()}, {self.rng.randint(-5, 30)}, {self.pick(1, 2, 3, -1, -4)})", f"print(r, len(r), list(r)[:3], {self.small()} in r, r[{self.slice()}])",
                self.pick(f"print(r[{self.small()}])", f"print(r.index({self.small()}))", f"print(r.count({self.small()}))", "print(r == range(0), hash(r) == hash(r), bool(r))", "print(list(reversed(r)), r.start, r.stop, r.step)", "print(min(r), max(r), sum(r))")]

    def properties(self):
        return ["class T:", f"    {self.pick('__slots__ = (' + repr('_v') + ',)', 'n = 0')}", "    def __init__(self): self._v = 1", "    @property", "    def v(self): return self._v", f"    @v.{self.pick('setter', 'setter', 'deleter')}",
                f"    def v(self, *a): {self.pick('self._v = a', 'del self._v', 'raise ValueError(a)')}", "t = T()", "print(t.v)", self.pick("t.v = 5; print(t.v)", "del t.v; print(t.v)", "t.other = 1; print(t.other)", "print(T.v.__get__(t))"),
                self.pick("print(hasattr(t, 'v'), hasattr(t, 'w'))", "print(getattr(t, 'w', 'absent'))", "setattr(t, 'v', 3); print(t.v)", "print(t.__dict__)", "print(type(T.v).__name__, T.v.fget(t))")]

    def program(self):
        return [self.statement() for _ in range(self.rng.randint(6, 14))]
