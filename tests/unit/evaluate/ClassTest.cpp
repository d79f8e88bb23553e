// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Class, InheritanceSuperAndResolutionOrder) {
  EXPECT_EQ(outputOf("class A:\n    def f(self): return ['A']\nclass B(A):\n    def f(self): return ['B'] + super().f()\nclass C(A):\n    def f(self): return ['C'] + super().f()\n"
                     "class D(B, C):\n    def f(self): return ['D'] + super().f()\nprint(D().f(), [k.__name__ for k in D.__mro__], isinstance(D(), A), issubclass(B, C))\n"),
            "['D', 'B', 'C', 'A'] ['D', 'B', 'C', 'A', 'object'] True False\n");
}

TEST(Class, PropertiesAndMethodKinds) {
  EXPECT_EQ(outputOf("class A:\n    count = 0\n    def __init__(self, v): self._v = v\n    @property\n    def v(self): return self._v\n    @v.setter\n    def v(self, x): self._v = x * 2\n"
                     "    @staticmethod\n    def s(x): return x + 1\n    @classmethod\n    def make(cls, v): return cls(v)\na = A.make(1)\na.v = 5\nA.count += 1\nprint(a.v, a.s(1), A.s(2), a.count)\n"),
            "10 2 3 1\n");
}

TEST(Class, OperatorsCallMethods) {
  EXPECT_EQ(outputOf("class V:\n    def __init__(self, x): self.x = x\n    def __add__(self, o): return V(self.x + o.x) if isinstance(o, V) else NotImplemented\n"
                     "    def __radd__(self, o): return V(o + self.x)\n    def __eq__(self, o): return self.x == o.x\n    def __lt__(self, o): return self.x < o.x\n"
                     "    def __getitem__(self, i): return i\n    def __len__(self): return 0\n    def __call__(self, k=1): return k\n    def __repr__(self): return f'V({self.x})'\n"
                     "    def __contains__(self, k): return k == self.x\n    def __iadd__(self, o): self.x += o; return self\n"
                     "v = V(1)\nprint(v + V(2), 5 + v, v == V(1), v != V(1), v < V(2), v > V(0), v[1:2], bool(v), v(k=3), 1 in v)\nv += 7\nprint(v)\n"),
            "V(3) V(6) True False True True slice(1, 2, None) False 3 True\nV(8)\n");
  EXPECT_EQ(errorOf("class A: pass\nA() + 1\n"), "2:1 type-error: unsupported operand type(s) for +: 'A' and 'int'");
}

TEST(Class, Dataclasses) {
  EXPECT_EQ(outputOf("import dataclasses\nfrom dataclasses import dataclass, field\n@dataclass(frozen=True, order=True)\nclass P:\n    x: int\n    y: int = 2\n    z: list = field(default_factory=list, compare=False)\n"
                     "@dataclass(frozen=True)\nclass Q(P):\n    w: int = 0\n    def __post_init__(self): self.w\n"
                     "print(P(1), P(1) == P(1, z=[3]), P(1) < P(2), hash(P(1)) == hash(P(1)), dataclasses.replace(P(1), y=9), dataclasses.asdict(P(1)), Q(1, w=4))\n"
                     "try: P(1).x = 2\nexcept AttributeError as e: print(type(e).__name__, e)\n"),
            "P(x=1, y=2, z=[]) True True True P(x=1, y=9, z=[]) {'x': 1, 'y': 2, 'z': []} Q(x=1, y=2, z=[], w=4)\n"
            "FrozenInstanceError cannot assign to field 'x'\n");
  EXPECT_EQ(errorOf("from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nA()\n"),
            "5:1 argument-error: A.__init__() missing 1 required positional argument: 'x'");
}

TEST(Class, Enums) {
  EXPECT_EQ(outputOf("from enum import Enum, IntEnum, auto\nclass C(Enum):\n    RED = 1\n    BLUE = auto()\n    ROT = 1\nclass I(IntEnum):\n    A = 3\n"
                     "print(C.RED, C.BLUE.value, list(C), C(1) is C.ROT, C['RED'].name, I.A + 1, I.A == 3, f'{I.A}', C.RED == 1, C.RED in C)\n"),
            "C.RED 2 [<C.RED: 1>, <C.BLUE: 2>] True RED 4 True 3 False True\n");
}

TEST(Class, NamedTuples) {
  EXPECT_EQ(outputOf("from collections import namedtuple\nfrom typing import NamedTuple\nP = namedtuple('P', 'x y', defaults=[7])\nclass Q(NamedTuple):\n    a: int\n    b: int = 3\n    def total(self): return self.a + self.b\n"
                     "p = P(1)\nprint(p, p.y, p._replace(x=5), p == (1, 7), Q(1).total(), *Q(4), isinstance(p, tuple))\n"),
            "P(x=1, y=7) 7 P(x=5, y=7) True 4 4 3 True\n");
}

TEST(Class, IterationProtocols) {
  EXPECT_EQ(outputOf("class N:\n    def __init__(self): self.i = 0\n    def __iter__(self): return self\n    def __next__(self):\n        self.i += 1\n        if self.i > 3: raise StopIteration\n        return self.i\n"
                     "class S:\n    def __getitem__(self, i):\n        if i > 2: raise IndexError\n        return i\nprint(list(N()), sum(N()), list(S()), 2 in S(), next(N()))\n"),
            "[1, 2, 3] 6 [0, 1, 2] True 1\n");
}

TEST(Class, AttributesThatAreAbsentNameTheNearest) {
  Outcome outcome = evaluate("class A:\n    def method(self): pass\nA().metod()\n");
  EXPECT_EQ(outcome.firstError(), "3:1 unknown-attribute: 'A' object has no attribute 'metod'");
  ASSERT_EQ(outcome.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(outcome.diagnostics[0].notes[0].message, "did you mean `method`?");
}
