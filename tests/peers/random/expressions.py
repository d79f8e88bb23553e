# SPDX-License-Identifier: Apache-2.0
"""Random Python expressions by kind: `Expressions(rng).expr("int")` is the text of one that is an int, or fails to be.

They are made of the names that earlier statements bound and of others. Nothing is written whose result CPython leaves open: the
order of sets of texts, addresses, identities of equal numbers.
"""

import re

ints = [0, 1, -1, 2, 3, 5, 7, -7, 10, 16, 63, 64, 100, 255, 256, -128, 1000, 12345, 2 ** 31, 2 ** 53, -(2 ** 63), 2 ** 64, 10 ** 20, 7 ** 40]
floats = ["0.0", "-0.0", "1.0", "-1.5", "0.1", "2.5", "3.5", "1e10", "1e16", "123456789.125", "1e-5", "1e300", "-1e-300", "0.5", "7.25",
          "float('inf')", "float('-inf')", "float('nan')", "5e-324", "1/3"]
finite = [text for text in floats if "n" not in text]
texts = ["", "a", "abc", "Hello", "hello world", "  pad ", "a,b,c", "x=1;y=2", "ABC", "aXbXc", "123", "-5", "3.5", "tab\\there", "line\\nbreak",
         "quote'd", 'dq"', "\\u00e9", "\\u00df", "stra\\u00dfe", "\\u4e2d\\u6587", "aaa", "abcabc", "Title Case Text", "0x1f", "under_score", "\\x00z",
         "\\u2003x\\u3000", "\\x1c a \\x85", "{}", "%s", "a%b"]
jsonTexts = ["[1, 2.5, null]", "{}", '[[], {"a": [true]}]', "[1,]", '"x"', "[NaN, -Infinity, 1e5]", "1", "", '{"a": 1, "a": 2}']
byteTexts = ["", "abc", "a b", "\\x00\\xff", "1,2", "Hello", "  x "]


class Expressions:
    """Expressions by kind. `names` are those that statements bound, with their kinds."""

    def __init__(self, rng):
        self.rng = rng
        self.names = {}  # name -> kind
        self.counter = 0

    def pick(self, *options):
        return self.rng.choice(options)

    def known(self, kind):
        found = [name for name, held in self.names.items() if held == kind]
        return self.rng.choice(found) if found and self.rng.random() < 0.5 else None

    # --- expressions by kind ------------------------------------------------------------------------------------------
    def expr(self, kind, depth=2):
        name = self.known(kind)
        if name:
            return name
        return getattr(self, kind)(depth)

    def small(self):
        return str(self.rng.randint(-6, 9))

    def count(self):
        return str(self.rng.randint(0, 4))

    def int(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.3:
            value = r.choice(ints)
            return str(value) if value >= 0 else f"({value})"
        d = depth - 1
        i, f, s = (lambda: self.expr("int", d)), (lambda: self.expr("float", d)), (lambda: self.expr("str", d))
        return self.pick(
            lambda: f"({i()} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {i()})",
            lambda: f"({i()} {self.pick('<<', '>>')} {self.count()})",
            lambda: f"({i()} ** {self.count()})",
            lambda: f"({self.pick('-', '~', '+')}{i()})",
            lambda: f"abs({i()})",
            lambda: f"len({self.expr(self.pick('str', 'list', 'tuple', 'dict', 'set', 'bytes'), d)})",
            lambda: f"int({f()})",
            lambda: f"round({f()})",
            lambda: f"round({i()}, {self.rng.randint(-3, 2)})",
            lambda: f"pow({i()}, {self.count()}, {i()})",
            lambda: f"({i()}).{self.pick('bit_length', 'bit_count', 'conjugate', '__index__', '__hash__')}()",
            lambda: f"math.{self.pick('gcd', 'lcm', 'comb', 'perm')}({self.expr('int', 0)}, {self.count()})",
            lambda: f"math.{self.pick('isqrt', 'factorial')}({self.count()})",
            lambda: f"({f()}).as_integer_ratio()[{self.pick(0, 1)}]",
            lambda: f"{self.pick('min', 'max')}({self.expr('ints', d)}, key={self.pick('abs', 'lambda v: -v', 'str')}, default=-5)",
            lambda: f"next((v for v in {self.expr('ints', d)} if v {self.pick('> 3', '% 2', '< 0')}), 99)",
            lambda: f"{self.expr(self.pick('list', 'tuple', 'str', 'bytes'), d)}.{self.pick('index', 'count')}({self.expr(self.pick('int', 'str'), 0)})",
            lambda: f"(lambda a, b={self.count()}: a {self.pick('+', '*', '-')} b)({i()})",
            lambda: f"functools.reduce(lambda a, b: a {self.pick('+', '*', '^', '-')} b, {self.expr('ints', d)}, 1)",
            lambda: f"sum({self.expr('ints', d)})",
            lambda: f"{self.pick('min', 'max')}({i()}, {i()})",
            lambda: f"divmod({i()}, {i()})[{self.pick(0, 1)}]",
            lambda: f"{s()}.{self.pick('find', 'count', 'rfind', 'index')}({s()})",
            lambda: f"int({self.textOfInt()}, {self.pick(0, 2, 8, 10, 16, 36)})",
            lambda: f"hash({self.pick(i, f)()})" if r.random() < 0.3 else f"({i()} if {self.expr('bool', d)} else {i()})",
            lambda: f"ord({self.pick(repr('a'), repr('Z'), chr(39) + chr(92) + 'u00e9' + chr(39))})",
            lambda: f"{self.expr('ints', d)}[{self.small()}]",
            lambda: f"int.from_bytes({self.expr('bytes', d)}, {self.pick(repr('big'), repr('little'))}, signed={self.pick(True, False)})",
        )()

    def textOfInt(self):
        return self.pick("'12'", "' 7 '", "'0x1f'", "'-0b11'", "'1_000'", "'zz'", "'0o17'", "''", "'12.5'", "'1__0'", "'+5'")

    def float(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.35:
            value = r.choice(floats)
            return value if re.fullmatch(r"[\w.]+(\('.*'\))?", value) else f"({value})"
        d = depth - 1
        i, f = (lambda: self.expr("int", d)), (lambda: self.expr("float", d))
        return self.pick(
            lambda: f"({f()} {self.pick('+', '-', '*', '/', '//', '%')} {self.pick(i, f)()})",
            lambda: f"({i()} / {i()})",
            lambda: f"({i()} {self.pick('//', '%')} {f()})",
            lambda: f"({f()} ** {self.pick(self.count, f)()})",
            lambda: f"(-{f()})",
            lambda: f"abs({f()})",
            lambda: f"round({f()}, {self.rng.randint(-2, 4)})",
            lambda: f"float({self.pick(i, lambda: repr(self.pick('1.5', ' -2e3 ', 'inf', 'nan', '1_0.5', '0x1', '', '.5', '5.', 'infinity')))()})",
            lambda: f"divmod({f()}, {self.pick(i, f)()})[{self.pick(0, 1)}]",
            lambda: f"sum([{f()}, {f()}, {i()}])",
            lambda: f"{self.pick('min', 'max')}({f()}, {i()}, {f()})",
            lambda: f"math.{self.pick('sqrt', 'floor', 'ceil', 'trunc', 'fabs')}({f()})",
            lambda: f"math.{self.pick('copysign', 'fmod', 'hypot', 'remainder', 'ldexp')}({f()}, {self.pick(f, self.count)()})",
            lambda: f"math.{self.pick('exp', 'log', 'log2', 'sin', 'cos', 'atan', 'log1p', 'degrees', 'cbrt', 'exp2')}({f()})",
            lambda: f"math.{self.pick('frexp', 'modf')}({f()})[{self.pick(0, 1)}]",
            lambda: f"math.{self.pick('fsum', 'prod')}([{f()}, {f()}, {i()}])",
            lambda: f"math.{self.pick('nextafter', 'isclose', 'pow')}({f()}, {f()})",
            lambda: f"math.dist(({f()}, {i()}), ({i()}, {f()}))",
            lambda: f"float.fromhex({self.pick('0x1.8p3', '-0x.1p-2', 'inf', '1.8', '0xp1', '0x1p2000', ' 0X1P-1074 ')!r})",
            lambda: f"({self.expr('complex', d)}).{self.pick('real', 'imag')}",
            lambda: f"float({self.pick('  1.5 ', '1e5', '-0', '+.5e-3', '1e400', '1_000.5', 'nan ', '-inf', '1 2', '--1', '1e', 'e5', chr(0x661))!r})",
            lambda: f"statistics.{self.pick('mean', 'median', 'fmean')}([{self.rng.choice(finite)}, {self.int(0)}, {self.rng.choice(finite)}])",
        )()

    def complex(self, depth):
        d = depth - 1
        if depth <= 0 or self.rng.random() < 0.3:
            return self.pick("1j", "(2+3j)", "(-0.5-2j)", "0j", "(-0j)", f"complex({self.float(0)}, {self.float(0)})", "(1e200+1e200j)")
        c = lambda: self.expr("complex", d)
        return self.pick(
            lambda: f"({c()} {self.pick('+', '-', '*', '/', '**')} {self.pick(c, lambda: self.expr('int', 0), lambda: self.expr('float', 0))()})",
            lambda: f"({self.expr('float', d)} {self.pick('+', '-', '*', '/')} {c()})",
            lambda: f"(-{c()})",
            lambda: f"{c()}.conjugate()",
            lambda: f"complex({self.pick('1+2j', '-j', ' (3-4e2j) ', '1', 'nanj', '1 + 2j', '1_0j')!r})",
        )()

    def bool(self, depth):
        if depth <= 0:
            return self.pick("True", "False")
        d = depth - 1
        kind = self.pick("int", "float", "str", "list", "tuple")
        return self.pick(
            lambda: f"({self.expr(kind, d)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.expr(kind, d)})",
            lambda: f"({self.expr('int', d)} {self.pick('<', '==', '>=')} {self.expr('float', d)} {self.pick('<', '!=')} {self.expr('int', d)})",
            lambda: f"({self.expr('int', d)} in {self.expr(self.pick('ints', 'set', 'tuple', 'dict'), d)})",
            lambda: f"({self.expr('str', d)} {self.pick('in', 'not in')} {self.expr('str', d)})",
            lambda: f"(not {self.expr(kind, d)})",
            lambda: f"bool({self.expr(kind, d)})",
            lambda: f"{self.expr('str', d)}.{self.pick('isdigit', 'isalpha', 'isupper', 'islower', 'isspace', 'istitle', 'isalnum', 'isidentifier', 'isdecimal', 'isprintable', 'isascii')}()",
            lambda: f"{self.expr('str', d)}.{self.pick('startswith', 'endswith')}({self.expr('str', 0)})",
            lambda: f"isinstance({self.expr(kind, d)}, {self.pick('int', 'str', '(int, float)', 'object', 'list')})",
            lambda: f"{self.pick('any', 'all')}({self.expr('ints', d)})",
            lambda: f"({self.expr('set', d)} {self.pick('<', '<=', '==', '>=')} {self.expr('set', d)})",
            lambda: f"{self.expr('set', d)}.{self.pick('issubset', 'issuperset', 'isdisjoint')}({self.expr(self.pick('ints', 'set'), d)})",
            lambda: f"({self.expr(kind, d)} is {self.pick('None', 'not None')})",
            lambda: f"({self.expr('dict', d)} {self.pick('==', '!=')} {self.expr('dict', d)})",
            lambda: f"({self.expr('float', d)}).is_integer()",
            lambda: f"({self.expr('bool', d)} {self.pick('and', 'or', '^', '&', '|', '==')} {self.expr('bool', d)})",
            lambda: f"math.{self.pick('isnan', 'isinf', 'isfinite')}({self.expr('float', d)})",
            lambda: f"callable({self.pick('len', '3', 'str.upper', 'lambda: 0')})",
            lambda: f"issubclass({self.pick('bool', 'int', 'KeyError', 'list')}, {self.pick('int', 'LookupError', '(str, object)', 'Exception')})",
            lambda: f"{self.expr('bytes', d)}.{self.pick('isdigit', 'isalpha', 'isupper', 'isspace', 'istitle', 'isalnum', 'isascii')}()",
        )()

    def literal(self, pool):
        text = self.rng.choice(pool)
        return "'" + text.replace("'", "\\'") + "'"

    def str(self, depth):
        if depth <= 0 or self.rng.random() < 0.25:
            return self.literal(texts)
        d = depth - 1
        s, i = (lambda: self.expr("str", d)), (lambda: self.expr("int", d))
        return self.pick(
            lambda: f"({s()} + {s()})",
            lambda: f"({s()} * {self.count()})",
            lambda: f"{s()}[{self.slice()}]",
            lambda: f"{s()}.{self.pick('upper', 'lower', 'title', 'capitalize', 'swapcase', 'casefold', 'strip', 'lstrip', 'rstrip', 'expandtabs')}()",
            lambda: f"{s()}.{self.pick('strip', 'lstrip', 'rstrip', 'removeprefix', 'removesuffix')}({self.literal(texts)})",
            lambda: f"{s()}.replace({self.literal(texts)}, {self.literal(texts)}{self.pick('', ', 1', ', -1', ', 2')})",
            lambda: f"{s()}.{self.pick('center', 'ljust', 'rjust')}({self.rng.randint(0, 14)}{self.pick('', ', ' + repr('*'), ', ' + repr('-'))})",
            lambda: f"{s()}.zfill({self.rng.randint(0, 9)})",
            lambda: f"{self.literal(texts)}.join({self.expr('strs', d)})",
            lambda: f"{self.pick('str', 'repr', 'ascii')}({self.expr(self.pick('int', 'float', 'str', 'list', 'dict', 'tuple', 'set', 'bytes', 'bool', 'complex'), d)})",
            lambda: f"format({i()}, '{self.spec('bcdoxXn' if self.rng.random() < 0.2 else 'bdoxX')}')",
            lambda: f"format({self.expr('float', d)}, '{self.spec('eEfFgG%n')}')",
            lambda: f"format({s()}, '{self.spec('s')}')",
            lambda: f"f'{{{self.inField('int', d)}:{self.spec('dxob')}}}|{{{self.inField('float', d)}!r:>8}}'",
            lambda: f"('%{self.percent('dixXo')}' % ({i()},))",
            lambda: f"('%{self.percent('eEfFgG')}' % ({self.pick(i, lambda: self.expr('float', d))()},))",
            lambda: f"('%{self.percent('sra')}' % ({self.expr(self.pick('int', 'str', 'float', 'list'), d)},))",
            lambda: f"('%c%c' % ({self.rng.randint(32, 300)}, 'q'))",
            lambda: f"{self.pick('bin', 'hex', 'oct')}({i()})",
            lambda: f"chr({self.rng.randint(32, 0x2fff)})",
            lambda: f"{s()}.translate({{97: 'b', 98: None, 99: 120}})",
            lambda: f"{self.expr('strs', d)}[{self.small()}]",
            lambda: f"'{{0}} {{1!r:>6}} {{0:{self.spec('')}}}'.format({self.expr('int', d)}, {s()})",
            lambda: f"{self.expr('bytes', d)}.decode({self.pick(repr('latin-1'), repr('ascii'), repr('utf-8'))})",
            lambda: f"{self.expr('bytes', d)}.decode('utf-8', {self.pick('replace', 'ignore', 'backslashreplace')!r})",
            lambda: f"{self.expr('bytes', d)}.hex({self.pick('', repr('-'), repr(':') + ', 2', repr('.') + ', -3')})",
            lambda: f"({self.expr('float', d)}).hex()",
            lambda: f"re.sub({self.pick('a', '[a-c]', '(.)(.)', chr(92) + 's', 'b*', '^', chr(92) + 'd+')!r}, {self.pick('-', '<' + chr(92) + chr(92) + '1>', '', 'xy')!r}, {s()}{self.pick('', ', 1')})",
            lambda: f"json.dumps({self.expr(self.pick('int', 'float', 'str', 'list', 'dict', 'tuple', 'bool'), d)}{self.pick('', ', indent=1', ', sort_keys=True', ', ensure_ascii=False')})",
            lambda: f"'%(a){self.percent('sdr')} %(b)s' % {{'a': {i()}, 'b': {s()}}}",
            lambda: f"'{{a[0]}}{{b.imag:{self.spec('')}}}{{c!a}}'.format(a={self.expr('list', d)}, b={i()}, c={s()})",
            lambda: f"'{{:{self.spec('bdoxXeEfFgG%scn')}}}'.format({self.expr(self.pick('int', 'float', 'str', 'bool', 'complex', 'list'), d)})",
            lambda: f"format({self.expr('complex', d)}, '{self.spec('eEfFgG')}')",
            lambda: f"{s()}.translate(str.maketrans({self.pick(repr('abc') + ', ' + repr('xyz'), repr('ab') + ', ' + repr('ba') + ', ' + repr('c'), '{97: None}')}))",
            lambda: f"textwrap.{self.pick('shorten', 'fill')}({s()}, {self.rng.randint(5, 14)})",
            lambda: f"textwrap.indent({s()}, '> ')",
            lambda: f"str({self.expr('bytes', d)}, {self.pick(repr('latin-1'), repr('utf-8') + ', ' + repr('replace'))})",
            lambda: f"reprlib.repr({self.expr(self.pick('list', 'str', 'dict', 'tuple'), d)})",
            lambda: f"''.join(sorted({s()}, reverse={self.pick(True, False)}))",
            lambda: f"f'{{{self.inField('float', d)}:{{{self.rng.randint(5, 12)}}}.{{{self.rng.randint(0, 4)}}}{self.pick('f', 'e', 'g', '')}}}'",
        )()

    def inField(self, kind, depth):
        text = self.expr(kind, depth)
        return "(" + text + ")" if "'" not in text and "\\" not in text and '"' not in text else self.pick("1", "-17", "255")

    def spec(self, types):
        r = self.rng
        text = ""
        if r.random() < 0.4:
            text += r.choice(["", "*", "0", "x", "\\u00e9"]) + r.choice("<>^=")
        if r.random() < 0.3:
            text += r.choice("+- ")
        if r.random() < 0.1:
            text += "z"
        if r.random() < 0.25:
            text += "#"
        if r.random() < 0.25:
            text += "0"
        if r.random() < 0.6:
            text += str(r.randint(1, 14))
        if r.random() < 0.2:
            text += r.choice(",_")
        if r.random() < 0.35:
            text += "." + str(r.randint(0, 8))
        return text + (r.choice(types) if types and r.random() < 0.8 else "")

    def percent(self, types):
        r = self.rng
        text = "".join(r.choice("-+ 0#") for _ in range(r.randint(0, 2)))
        if r.random() < 0.6:
            text += str(r.randint(1, 12))
        if r.random() < 0.4:
            text += "." + str(r.randint(0, 7))
        return text + r.choice(types)

    def bytes(self, depth):
        if depth <= 0 or self.rng.random() < 0.3:
            return "b" + self.literal(byteTexts)
        d = depth - 1
        b = lambda: self.expr("bytes", d)
        return self.pick(
            lambda: f"({b()} + {b()})",
            lambda: f"({b()} * {self.count()})",
            lambda: f"{b()}[{self.slice()}]",
            lambda: f"{b()}.{self.pick('upper', 'lower', 'strip', 'title', 'swapcase', 'capitalize')}()",
            lambda: f"{b()}.replace({b()}, {b()})",
            lambda: f"bytes({self.expr('ints', d)})",
            lambda: f"{self.expr('str', d)}.encode({self.pick('', repr('utf-8'), repr('ascii') + ', ' + repr('replace'), repr('latin-1') + ', ' + repr('backslashreplace'))})",
            lambda: f"bytes.fromhex({self.pick('00ff', 'a b', '61 62', '', 'abc', ' AB ', 'zz', '0x12')!r})",
            lambda: f"{b()}.{self.pick('lstrip', 'rstrip', 'removeprefix', 'removesuffix', 'strip')}({b()})",
            lambda: f"{b()}.{self.pick('center', 'ljust', 'rjust')}({self.rng.randint(0, 8)}{self.pick('', ', b' + repr('*'))})",
            lambda: f"{b()}.zfill({self.rng.randint(0, 8)})",
            lambda: f"bytes(bytearray({b()})[{self.slice()}])",
            lambda: f"{b()}.join([{b()}, {b()}])",
            lambda: f"bytes({self.count()})",
            lambda: f"bytes(reversed({b()}))",
            lambda: f"{b()}.translate(None, {b()})",
            lambda: f"struct.pack({self.pick('<i', '>hH', 'B', '<q', '3s')!r}, {self.expr('int', 0)})",
            lambda: f"({self.expr('int', d)}).to_bytes({self.count()}, {self.pick(repr('big'), repr('little'))}, signed={self.pick(True, False)})",
        )()

    def slice(self):
        part = lambda: self.small() if self.rng.random() < 0.6 else ""
        step = f":{self.pick(1, 2, -1, -2, 3)}" if self.rng.random() < 0.5 else ""
        return f"{part()}:{part()}{step}"

    def ints(self, depth):
        d = depth - 1
        if depth <= 0:
            return "[" + ", ".join(str(self.rng.randint(-20, 40)) for _ in range(self.rng.randint(0, 6))) + "]"
        return self.pick(
            lambda: "[" + ", ".join(self.expr("int", 0) for _ in range(self.rng.randint(0, 5))) + "]",
            lambda: f"list(range({self.small()}, {self.small()}, {self.pick(1, 2, -1, -3)}))",
            lambda: f"sorted({self.expr('ints', d)}{self.pick('', ', reverse=True', ', key=abs', ', key=lambda v: v % 3')})",
            lambda: f"[v {self.pick('* 2', '% 3', '** 2', '- 1')} for v in {self.expr('ints', d)}{self.pick('', ' if v > 0', ' if v % 2')}]",
            lambda: f"{self.expr('ints', d)}[{self.slice()}]",
            lambda: f"list({self.expr('set', d)})",
            lambda: f"list(map({self.pick('abs', 'lambda v: -v', 'int')}, {self.expr('ints', d)}))",
            lambda: f"list(filter({self.pick('None', 'lambda v: v > 1')}, {self.expr('ints', d)}))",
            lambda: f"list(itertools.{self.pick('accumulate', 'chain')}({self.expr('ints', d)}))",
            lambda: f"({self.expr('ints', d)} {self.pick('+ ' + self.expr('ints', 0), '* ' + self.count())})",
            lambda: f"list({self.expr('bytes', d)})",
            lambda: f"list(itertools.islice({self.expr('ints', d)}, {self.count()}))",
            lambda: f"list(itertools.repeat({self.count()}, {self.count()}))",
            lambda: f"list(itertools.{self.pick('takewhile', 'dropwhile', 'filterfalse')}(lambda v: v {self.pick('> 1', '< 9', '% 2')}, {self.expr('ints', d)}))",
            lambda: f"list(itertools.accumulate({self.expr('ints', d)}, {self.pick('max', 'min', 'lambda a, b: a * b', 'lambda a, b: a - b')}{self.pick('', ', initial=3')}))",
            lambda: f"list(itertools.compress({self.expr('ints', d)}, {self.expr('ints', 0)}))",
            lambda: f"[*{self.expr('ints', d)}, *range({self.count()})]",
            lambda: f"list(map(lambda a, b: a {self.pick('+', '-', '*')} b, {self.expr('ints', d)}, {self.expr('ints', d)}))",
            lambda: f"heapq.{self.pick('nsmallest', 'nlargest')}({self.count()}, {self.expr('ints', d)})",
            lambda: f"list(dict.fromkeys({self.expr('ints', d)}))",
            lambda: f"[sum(v) for v in zip({self.expr('ints', d)}, {self.expr('ints', d)})]",
            lambda: f"list(range({self.small()}, {self.rng.randint(10, 40)}, {self.pick(1, 2, 3, -2)})[{self.slice()}])",
        )()

    def list(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.ints(0)
        return self.pick(
            lambda: self.ints(d),
            lambda: self.strs(d),
            lambda: "[" + ", ".join(self.expr(self.pick("int", "float", "str", "bool", "tuple", "list"), 0) for _ in range(self.rng.randint(0, 4))) + "]",
            lambda: f"list(zip({self.expr('ints', d)}, {self.expr('strs', d)}))",
            lambda: f"list(enumerate({self.expr('strs', d)}{self.pick('', ', 5')}))",
            lambda: f"list(itertools.{self.pick('permutations', 'combinations')}({self.expr('ints', 0)}[:4], 2))",
            lambda: f"list(itertools.product({self.expr('ints', 0)}[:3], {self.expr('strs', 0)}[:2]))",
            lambda: f"[list(g) for k, g in itertools.groupby({self.expr('ints', d)}, lambda v: v % 2)]",
            lambda: f"[[v, w] for v in {self.expr('ints', 0)}[:3] for w in {self.expr('tuple', 0)} if v != w]",
            lambda: f"list(reversed({self.expr('list', d)}))",
            lambda: f"list({self.expr('dict', d)}.{self.pick('items', 'keys', 'values')}())",
            lambda: f"list(itertools.{self.pick('pairwise', 'combinations_with_replacement')}({self.expr('ints', 0)}[:4]{self.pick(', 2', '')}))",
            lambda: f"list(itertools.zip_longest({self.expr('ints', d)}, {self.expr('strs', d)}{self.pick('', ', fillvalue=0')}))",
            lambda: f"sorted({self.expr('dict', d)}.items(), key=lambda p: {self.pick('str(p)', 'len(str(p[1]))', 'repr(p[0])')})",
            lambda: f"list(zip(*{self.expr('list', d)}))",
            lambda: f"list(zip({self.expr('ints', d)}, {self.expr('strs', d)}, strict=True))",
            lambda: f"json.loads({self.rng.choice(jsonTexts)!r})",
            lambda: f"copy.{self.pick('copy', 'deepcopy')}({self.expr('list', d)})",
            lambda: f"({self.expr('list', d)} {self.pick('+ ' + self.expr('list', 0), '* ' + self.count())})",
            lambda: f"[(k, list(g)) for k, g in itertools.groupby({self.expr('str', d)})]",
            lambda: f"list(re.finditer({self.pick('a', '(b)|c', chr(92) + 'w+')!r}, {self.expr('str', d)}))[{self.small()}].{self.pick('span()', 'group()', 'groups()', 'start()')}",
        )()

    def strs(self, depth):
        d = depth - 1
        if depth <= 0:
            return "[" + ", ".join(self.literal(texts) for _ in range(self.rng.randint(0, 4))) + "]"
        return self.pick(
            lambda: f"{self.expr('str', d)}.{self.pick('split', 'rsplit')}({self.pick('', repr(','), repr('a'), repr(' ') + ', 1', 'None, 2')})",
            lambda: f"{self.expr('str', d)}.splitlines({self.pick('', 'True')})",
            lambda: f"list({self.expr('str', d)}.{self.pick('partition', 'rpartition')}({self.literal(texts)}))",
            lambda: f"list({self.expr('str', d)})",
            lambda: f"[str(v) for v in {self.expr('ints', d)}]",
            lambda: f"sorted({self.expr('strs', d)}, key={self.pick('len', 'str.lower', 'lambda s: s[::-1]')})",
            lambda: f"re.{self.pick('findall', 'split')}({self.pick('a', '[a-c]+', chr(92) + 's+', chr(92) + 'w', 'b*', '(a)(b)?', 'x|y', '.')!r}, {self.expr('str', d)})",
        )()

    def tuple(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.pick("()", "(1,)", "(1, 2)", "('a', 2.5)", "(0, -1, 3)")
        return self.pick(
            lambda: "(" + "".join(self.expr(self.pick("int", "str", "float"), d) + ", " for _ in range(self.rng.randint(0, 4))) + ")",
            lambda: f"tuple({self.expr('list', d)})",
            lambda: f"({self.expr('tuple', d)} + {self.expr('tuple', d)})",
            lambda: f"{self.expr('tuple', d)}[{self.slice()}]",
            lambda: f"divmod({self.expr('int', d)}, {self.expr('int', d)})",
            lambda: f"({self.expr('tuple', d)} * {self.count()})",
            lambda: f"slice({self.small()}, {self.pick('None', self.small())}, {self.pick('None', 1, -2)}).indices({self.count()})",
            lambda: f"{self.expr('str', d)}.{self.pick('partition', 'rpartition')}({self.literal(texts)})",
            lambda: f"(*{self.expr('ints', d)}, {self.expr('str', 0)})",
            lambda: f"({self.expr('float', d)}).as_integer_ratio()",
            lambda: f"math.{self.pick('frexp', 'modf')}({self.expr('float', d)})",
        )()

    def set(self, depth):
        d = depth - 1
        if depth <= 0:
            return "{" + ", ".join(str(self.rng.randint(-9, 40)) for _ in range(self.rng.randint(1, 9))) + "}"
        return self.pick(
            lambda: f"set({self.expr('ints', d)})",
            lambda: f"frozenset({self.expr('ints', d)})",
            lambda: f"({self.expr('set', d)} {self.pick('|', '&', '-', '^')} {self.expr('set', d)})",
            lambda: f"{{v {self.pick('% 5', '* 3', '// 2')} for v in {self.expr('ints', d)}}}",
            lambda: f"{self.expr('set', d)}.{self.pick('union', 'intersection', 'difference', 'symmetric_difference')}({self.expr('ints', d)})",
            lambda: "{" + ", ".join(self.pick(self.int(0), self.rng.choice(finite)) for _ in range(self.rng.randint(1, 5))) + "}",  # NaN hashes by its address
            lambda: f"set(zip({self.expr('ints', 0)}, {self.expr('ints', 0)}))",
            # The hash of a text is another in every process, and moves the numbers that stand beside it.
            lambda: f"set(sorted(v for v in {self.expr('dict', d)}.keys() {self.pick('&', '|', '-', '^')} {self.expr(self.pick('set', 'ints'), d)} if isinstance(v, int)))",
            lambda: f"set(dict.fromkeys({self.expr('ints', d)}))",
            lambda: f"{self.expr('set', d)}.copy()",
            lambda: f"frozenset({self.expr('set', d)}).{self.pick('union', 'intersection', 'difference', 'symmetric_difference')}({self.expr('ints', d)})",
            lambda: f"set().union({self.expr('ints', d)}, {self.expr('ints', d)})",
        )()

    def dict(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.pick("{}", "{1: 2}", "{'a': 1, 'b': 2}", "{1.0: 'x', 2: None}", "{True: 0, 0: 1}")
        return self.pick(
            lambda: "{" + ", ".join(f"{self.expr(self.pick('int', 'str', 'tuple'), 0)}: {self.expr(self.pick('int', 'str', 'list'), d)}" for _ in range(self.rng.randint(0, 4))) + "}",
            lambda: f"dict(zip({self.expr('strs', d)}, {self.expr('ints', d)}))",
            lambda: f"{{k: v for k, v in enumerate({self.expr('strs', d)})}}",
            lambda: f"({self.expr('dict', d)} | {self.expr('dict', d)})",
            lambda: f"dict.fromkeys({self.expr('ints', d)}{self.pick('', ', 0')})",
            lambda: f"dict(collections.Counter({self.expr('str', d)}))",
            lambda: f"{{v: k for k, v in {self.expr('dict', d)}.items()}}",
            lambda: f"dict({self.expr('dict', d)}, {self.pick('a', 'b', 'z')}={self.expr('int', d)})",
            lambda: f"{{**{self.expr('dict', d)}, **{self.expr('dict', d)}}}",
            lambda: f"dict(collections.Counter({self.expr('ints', d)}) {self.pick('+', '-', '&', '|')} collections.Counter({self.expr('ints', d)}))",
            lambda: f"dict(sorted({self.expr('dict', d)}.items(), key=str))",
            lambda: f"dict(collections.ChainMap({self.expr('dict', d)}, {self.expr('dict', d)}))",
            lambda: f"{self.expr('dict', d)}.copy()",
        )()
