#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Python programs, run by CPython and by `tessera run`; what they print must be the same.

    tests/peers/random/python.py [--count 200] [--seed 1] [--batch 40] [--only N] [--show]

Program N of a seed is always the same program. A program is a list of statements, each of which prints a value or the class of the
exception that it raises, so one difference hides no other. Differences are shrunk: statements are taken away as long as the difference
stays. Known differences are in python-known.txt: a regular expression over the shrunk program, then a reason.

Nothing is generated whose result CPython leaves open: the order of sets of texts, addresses, identities of equal numbers.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent.parent
knownFile = here / "python-known.txt"

ints = [0, 1, -1, 2, 3, 5, 7, -7, 10, 16, 63, 64, 100, 255, 256, -128, 1000, 12345, 2 ** 31, 2 ** 53, -(2 ** 63), 2 ** 64, 10 ** 20, 7 ** 40]
floats = ["0.0", "-0.0", "1.0", "-1.5", "0.1", "2.5", "3.5", "1e10", "1e16", "123456789.125", "1e-5", "1e300", "-1e-300", "0.5", "7.25",
          "float('inf')", "float('-inf')", "float('nan')", "5e-324", "1/3"]
texts = ["", "a", "abc", "Hello", "hello world", "  pad ", "a,b,c", "x=1;y=2", "ABC", "aXbXc", "123", "-5", "3.5", "tab\\there", "line\\nbreak",
         "quote'd", 'dq"', "\\u00e9", "\\u00df", "stra\\u00dfe", "\\u4e2d\\u6587", "aaa", "abcabc", "Title Case Text", "0x1f", "under_score", "\\x00z",
         "\\u2003x\\u3000", "\\x1c a \\x85", "{}", "%s", "a%b"]
byteTexts = ["", "abc", "a b", "\\x00\\xff", "1,2", "Hello", "  x "]


class Writer:
    """One program."""

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
            lambda: f"({i()}).bit_length()",
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
            lambda: f"bytes.fromhex({self.pick('00ff', 'a b', '61 62', '')!r})",
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
            lambda: "{" + ", ".join(self.expr(self.pick("int", "float"), 0) for _ in range(self.rng.randint(1, 5))) + "}",
            lambda: f"set(zip({self.expr('ints', 0)}, {self.expr('ints', 0)}))",
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
        )()

    # --- statements ---------------------------------------------------------------------------------------------------
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
                         self.matching, self.closures, self.augmented, self.dictMethods, self.contexts, self.formatted])()

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

    def program(self):
        return [self.statement() for _ in range(self.rng.randint(6, 14))]


def makeProgram(seed, number):
    return Writer(random.Random(f"{seed}/{number}")).program()


def textOf(statements):
    lines = []
    for statement in statements:
        lines += ["try:"] + ["    " + line for line in statement] + ["except Exception as e: print(type(e).__name__)"]
    return "\n".join(lines) + "\n"


def batchText(programs):
    """Programs as functions of one file, each behind a mark."""
    lines = ["import math, itertools, functools, collections, re"]
    for number, statements in programs:
        lines += [f"def program{number}():"] + ["    " + line for line in textOf(statements).splitlines()]
        lines += [f"print('=== {number}')", "try:", f"    program{number}()", "except Exception as e: print('ended by', type(e).__name__)"]
    return "\n".join(lines) + "\n"


def outputs(command, text, seconds):
    """{number: what it printed}, and what it said at the end."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run(command + [file.name], capture_output=True, text=True, encoding="utf-8", errors="surrogateescape", timeout=seconds,
                                  env={**os.environ, "PYTHONIOENCODING": "utf-8:surrogateescape"})
            output, said = done.stdout, f"status {done.returncode}\n{done.stderr[-600:]}" if done.returncode else ""
        except subprocess.TimeoutExpired:
            output, said = "", "time limit"
    parts = re.split(r"^=== (\d+)\n", output, flags=re.M)
    return {int(number): shown for number, shown in zip(parts[1::2], parts[2::2])}, said


class Judge:
    def __init__(self, binary):
        self.peer = [sys.executable, "-W", "ignore"]
        self.ours = [binary, "run"]

    def differs(self, number, statements):
        """Empty, or both outputs."""
        text = batchText([(number, statements)])
        theirs, problem = outputs(self.peer, text, 20)
        if problem:
            return None
        ours, said = outputs(self.ours, text, 20)
        if ours.get(number) == theirs[number] and not said:
            return None
        return theirs[number], ours.get(number, "") + said

    def shrink(self, number, statements):
        found = self.differs(number, statements)
        if not found:
            return statements, found
        changed = True
        while changed:
            changed = False
            for i in reversed(range(len(statements))):
                fewer = statements[:i] + statements[i + 1:]
                again = self.differs(number, fewer) if fewer else None
                if again and kindOf(again) == kindOf(found):
                    statements, found, changed = fewer, again, True
        return statements, found


def kindOf(difference):
    return "status" in difference[1] or "time limit" in difference[1]


def firstDifference(theirs, ours):
    for i, (a, b) in enumerate(zip(theirs.splitlines() + [""], ours.splitlines() + [""])):
        if a != b:
            return f"CPython: {a[:300]}\nours:    {b[:300]}"
    return "one prints more"


def readKnown():
    known = []
    for line in knownFile.read_text().splitlines() if knownFile.is_file() else []:
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition("  # ")
            known.append((re.compile(pattern), reason))
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=40, help="programs that one process runs")
    parser.add_argument("--only", type=int, help="this program alone, whole")
    parser.add_argument("--show", type=int, default=10, help="differences that are shrunk and shown")
    options = parser.parse_args()
    judge = Judge(os.environ.get("TESSERA_BINARY", str(root / "build/native/bin/tessera")))
    if options.only is not None:
        print(textOf(makeProgram(options.seed, options.only)))
        found = judge.differs(options.only, makeProgram(options.seed, options.only))
        print(found and firstDifference(*found))
        return 0
    known = readKnown()
    same, differing, knownOnes = 0, [], 0
    for begin in range(0, options.count, options.batch):
        programs = [(n, makeProgram(options.seed, n)) for n in range(begin, min(begin + options.batch, options.count))]
        text = batchText(programs)
        theirs, problem = outputs(judge.peer, text, 60)
        if problem:
            print("the generator wrote what CPython does not run:", problem)
            return 1
        ours, _ = outputs(judge.ours, text, 60)
        for number, statements in programs:
            if ours.get(number) == theirs[number]:
                same += 1
            else:
                differing.append((number, statements))
    failed = 0
    for number, statements in differing:
        if failed >= options.show:
            failed += 1
            continue
        shrunk, found = judge.shrink(number, statements)
        if not found:  # the batch's fault: another program ended it
            same += 1
            continue
        text = textOf(shrunk)
        reason = next((reason for pattern, reason in known if pattern.search(text)), None)
        if reason:
            knownOnes += 1
            continue
        failed += 1
        print(f"FAILED program {number} of seed {options.seed}\n{text}{firstDifference(*found)}\n")
    print(f"{same} passed, {failed} failed, {knownOnes} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
