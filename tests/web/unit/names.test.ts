// SPDX-License-Identifier: Apache-2.0
// Definitions, uses and renames. `|` in a text marks where the cursor is; what a rename makes of the files is told whole.

import { python } from "@codemirror/lang-python";
import { EditorState } from "@codemirror/state";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyEdits, ProgramNames } from "../../../web/src/editor/program-names";
import { activeParameter, findCall, splitParameters } from "../../../web/src/editor/signature";

interface Marked {
  files: { path: string; text: string }[];
  path: string;
  at: number;
}

function mark(texts: Record<string, string>): Marked {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text: text.replace("|", "") }));
  const path = Object.keys(texts).find((name) => texts[name]?.includes("|")) ?? "";
  return { files, path, at: texts[path]?.indexOf("|") ?? 0 };
}

function rename(texts: Record<string, string>, to: string, folders = [""]) {
  const { files, path, at } = mark(texts);
  const answer = new ProgramNames(files, folders).rename(path, at, to);
  if (!answer.ok) return answer.error;
  return Object.fromEntries(
    files.map((file) => [
      file.path,
      applyEdits(
        file.text,
        answer.value.edits.filter((edit) => edit.path === file.path),
      ),
    ]),
  );
}

const one = (text: string, to: string) => {
  const answer = rename({ "k.py": text }, to);
  return typeof answer === "string" ? answer : answer["k.py"];
};

describe("rename in one file", () => {
  test.each([
    [
      "a local, and not the global of its name",
      "x = 1\ndef f():\n  |x = 2\n  return x\nx\n",
      "x = 1\ndef f():\n  y = 2\n  return y\nx\n",
    ],
    ["a global that a function only reads", "|x = 1\ndef f():\n  return x\n", "y = 1\ndef f():\n  return y\n"],
    [
      "a global that a function assigns",
      "x = 1\ndef f():\n  global x\n  |x = 2\n",
      "y = 1\ndef f():\n  global y\n  y = 2\n",
    ],
    [
      "a closure's, by `nonlocal`",
      "def f():\n  |n = 0\n  def g():\n    nonlocal n\n    n += 1\n  return g\n",
      "def f():\n  y = 0\n  def g():\n    nonlocal y\n    y += 1\n  return g\n",
    ],
    ["a comprehension's own", "x = 1\nz = [|x for x in x]\n", "x = 1\nz = [y for y in x]\n"],
    ["what a comprehension goes over", "|x = 1\nz = [x for x in x]\n", "y = 1\nz = [x for x in y]\n"],
    ["a generator's in a call", "s = sum(|a for a in b if a)\n", "s = sum(y for y in b if y)\n"],
    [
      "a walrus in a comprehension",
      "def f(a):\n  [b for c in a if (|b := c)]\n  return b\n",
      "def f(a):\n  [y for c in a if (y := c)]\n  return y\n",
    ],
    ["a lambda's, not its default", "n = 1\nf = lambda |n=n: n\n", "n = 1\nf = lambda y=n: y\n"],
    [
      "a parameter, and calls by its name",
      "def f(|a, b=1):\n  return a\nf(a=2)\ng(a=3)\n",
      "def f(y, b=1):\n  return y\nf(y=2)\ng(a=3)\n",
    ],
    ["a parameter over `kernel[grid]`", "def k(p, |B):\n  B\nk[4](p, B=2)\n", "def k(p, y):\n  y\nk[4](p, y=2)\n"],
    [
      "a parameter over `functools.partial`",
      "import functools\ndef k(p, |B):\n  B\nfunctools.partial(k, B=2)\n",
      "import functools\ndef k(p, y):\n  y\nfunctools.partial(k, y=2)\n",
    ],
    [
      "a parameter that a decorator names",
      '@tune(key=["|n"])\ndef k(p, n):\n  n\n',
      '@tune(key=["y"])\ndef k(p, y):\n  y\n',
    ],
    ["a class's name, not its attributes", "class |A:\n  A2 = 1\nA()\n", "class y:\n  A2 = 1\ny()\n"],
    [
      "a name that a method sees past its class",
      "x = 1\nclass A:\n  x = 2\n  def m(self):\n    return |x\n",
      "y = 1\nclass A:\n  x = 2\n  def m(self):\n    return y\n",
    ],
    ["in f-strings", 'def f(|a):\n  return f"{a!r:>{a}} a"\n', 'def f(y):\n  return f"{y!r:>{y}} a"\n'],
    ["loop, with and except", "def f():\n  for |i in x:\n    i\n", "def f():\n  for y in x:\n    y\n"],
    ["an import's alias", "import numpy as |np\nnp.sum\n", "import numpy as y\ny.sum\n"],
    ["an import without one", "import numpy\n|numpy.sum\n", "import numpy as y\ny.sum\n"],
    ["a pattern's", "match p:\n  case [|a, *r]:\n    a\n", "match p:\n  case [y, *r]:\n    y\n"],
    ["a decorator", "def |d(f): return f\n@d\ndef g(): pass\n", "def y(f): return f\n@y\ndef g(): pass\n"],
    ["beside a number that ends in a point", "|x = 0.\nf(x, 1.)\n", "y = 0.\nf(y, 1.)\n"],
    ["what `__all__` lists", '__all__ = ["f"]\ndef |f(): pass\n', '__all__ = ["y"]\ndef y(): pass\n'],
  ])("%s", (_what, text, renamed) => expect(one(text, "y")).toBe(renamed));

  test.each([
    ["an attribute", "a.|b = 1\n", /is an attribute/],
    ["a method", "class A:\n  def |m(self): pass\n", /attribute of a class/],
    ["a built-in", "|print(1)\n", /not defined in this program/],
    ["a library's name", "import numpy as np\nnp.|sum(1)\n", /library's/],
    ["no name", "1 + |2\n", /no name here/],
    ["a text that can't be read", "|x = 1\ndef (:\n", /line 2 can't be read/],
    ["part of a dotted import", "import a.b\n|a.b.c\n", /binds `a`/],
  ])("%s is refused", (_what, text, why) => expect(one(text, "y")).toMatch(why));

  test.each([
    ["taken in the same scope", "y = 2\n|x = 1\n", /mixed up/],
    ["caught by a function's own", "|x = 1\ndef f(y):\n  return x\n", /mixed up/],
    ["hides a global that is used", "y = 1\ndef f():\n  |x = 2\n  return x + y\n", /mixed up/],
    ["hides a built-in that is used", "def f():\n  |x = 2\n  return y(x)\n", /mixed up/],
    ["no name", "|x = 1\n", /is no name/, "a b"],
    ["a word of Python's", "|x = 1\n", /word of Python's/, "lambda"],
  ])("to what is %s is refused", (_what, text, why, to = "y") => expect(one(text, to)).toMatch(why));

  test("a name that is free elsewhere is no clash", () =>
    expect(one("def f(y): pass\ndef g():\n  |x = 1\n", "y")).toBe("def f(y): pass\ndef g():\n  y = 1\n"));

  test("strings that may mean it are told", () => {
    const { files, path, at } = mark({ "k.py": 'def k(|B): pass\ngrid = lambda m: m["B"]\nh(B=1)\n' });
    const answer = new ProgramNames(files).rename(path, at, "y");
    expect(answer.ok && answer.value.left.map(({ from }) => files[0]?.text.slice(from, from + 1))).toEqual(["B", "B"]);
  });
});

describe("rename over files", () => {
  test("a function, wherever it is imported", () =>
    expect(
      rename(
        {
          "main.py": "from ops import norm, norm as n\nimport ops\nnorm(1)\nn(2)\nops.norm(3)\nother.norm\n",
          "ops.py": "def |norm(x): pass\n",
        },
        "rms",
      ),
    ).toEqual({
      "main.py": "from ops import rms, rms as n\nimport ops\nrms(1)\nn(2)\nops.rms(3)\nother.norm\n",
      "ops.py": "def rms(x): pass\n",
    }));

  test("from where it is used, through a package that hands it on", () =>
    expect(
      rename(
        {
          "main.py": "import pkg\npkg.|f(1)\n",
          "pkg/__init__.py": "from .sub import f\n",
          "pkg/sub.py": "def f(x):\n  return f\n",
        },
        "g",
      ),
    ).toEqual({
      "main.py": "import pkg\npkg.g(1)\n",
      "pkg/__init__.py": "from .sub import g\n",
      "pkg/sub.py": "def g(x):\n  return g\n",
    }));

  test("a decorator of another file", () =>
    expect(rename({ "m.py": "import ops\n@ops.|d\ndef g(): pass\n", "ops.py": "def d(f): return f\n" }, "e")).toEqual({
      "m.py": "import ops\n@ops.e\ndef g(): pass\n",
      "ops.py": "def e(f): return f\n",
    }));

  test("an alias here is nobody else's", () =>
    expect(rename({ "main.py": "from ops import f as |g\ng(1)\n", "ops.py": "def f(): pass\n" }, "h")).toEqual({
      "main.py": "from ops import f as h\nh(1)\n",
      "ops.py": "def f(): pass\n",
    }));

  test("through a star", () =>
    expect(rename({ "main.py": "from ops import *\n|f(1)\n", "ops.py": "def f(): pass\n" }, "h")).toEqual({
      "main.py": "from ops import *\nh(1)\n",
      "ops.py": "def h(): pass\n",
    }));

  test("a parameter, in calls of other files", () =>
    expect(rename({ "main.py": "import ops\nops.f(a=1)\n", "ops.py": "def f(|a): return a\n" }, "b")).toEqual({
      "main.py": "import ops\nops.f(b=1)\n",
      "ops.py": "def f(b): return b\n",
    }));

  test("beside the file that runs before the top", () =>
    expect(
      rename({ "a/main.py": "from ops import |f\n", "a/ops.py": "def f(): pass\n", "ops.py": "def f(): pass\n" }, "g", [
        "a",
        "",
      ]),
    ).toEqual({ "a/main.py": "from ops import g\n", "a/ops.py": "def g(): pass\n", "ops.py": "def f(): pass\n" }));

  test("a clash in another file is refused", () =>
    expect(rename({ "main.py": "from ops import f\ng = 1\nf\n", "ops.py": "def |f(): pass\n" }, "g")).toMatch(
      /mixed up.*main\.py/,
    ));
});

describe("every program of shared", () => {
  const root = join(import.meta.dirname, "../../../shared");
  const list = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? list(`${folder}/${entry.name}`)
        : entry.name.endsWith(".py")
          ? [`${folder}/${entry.name}`]
          : [],
    );
  const packages = readdirSync(join(root, "packages"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const programs: [string, string[], string[]][] = [
    ...list("kernels").map((path): [string, string[], string[]] => [path, [path], ["kernels"]]),
    ...packages.map(({ name }): [string, string[], string[]] => [name, list(`packages/${name}`), [`packages/${name}`]]),
  ];
  const python = /^([A-Z]\w*Error|Exception|__name__|__file__|[a-z]+)$/;

  test.each(programs)("%s: each name is known, and each can be renamed and back", (_name, paths, folders) => {
    const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const names = new ProgramNames(files, folders);
    for (const { path, text } of files) {
      expect(names.unknownNames(path).filter((name) => !python.test(name))).toEqual([]);
      const at = /^def (\w+)/m.exec(text);
      if (!at) continue;
      const to = names.rename(path, at.index + 4, "another_name");
      if (!to.ok) throw new Error(to.error);
      const changed = files.map((file) => ({
        path: file.path,
        text: applyEdits(
          file.text,
          to.value.edits.filter((edit) => edit.path === file.path),
        ),
      }));
      const back = new ProgramNames(changed, folders).rename(path, at.index + 4, at[1] ?? "");
      if (!back.ok) throw new Error(back.error);
      expect(back.value.edits.length).toBe(to.value.edits.length);
    }
  });
});

describe("what a call takes", () => {
  test.each([
    [
      "a function of another file",
      { "m.py": "import ops\nops.f(|)\n", "ops.py": "def f(a, /, b: int = (1, 2), *, c, **d): pass\n" },
      "f(a, /, b: int = (1, 2), *, c, **d)",
    ],
    ["a class, without `self`", { "m.py": "class A:\n  def __init__(self, x): pass\nA(|)\n" }, "A(x)"],
    ["a kernel and its grid", { "m.py": "def k(p, B): pass\nk[4](|)\n" }, "k(p, B)"],
  ])("%s", (_what, texts, expected) => {
    const { files, path, at } = mark(texts as unknown as Record<string, string>);
    const names = new ProgramNames(files);
    const state = EditorState.create({ doc: files[0]?.text ?? "", extensions: [python()] });
    const call = findCall(state, at);
    const scope = names.scopesOf(path)?.module;
    const found = call && scope ? names.signature(path, call.callee, scope) : null;
    expect(found && typeof found !== "string" && `${found.name}(${found.parameters.join(", ")})`).toBe(expected);
  });

  test("which parameter comes next", () => {
    const parameters = ["a", "/", "b=(1, 2)", "*", "c", "**d"];
    expect(activeParameter(parameters, 1, null)).toBe(2);
    expect(activeParameter(parameters, 2, null)).toBe(-1);
    expect(activeParameter(parameters, 0, "c")).toBe(4);
    expect(activeParameter(parameters, 0, "zz")).toBe(5);
    expect(activeParameter(["x", "*rest"], 7, null)).toBe(1);
    expect(splitParameters("(a, axis=(0, 1), *, where=[], **kw) -> Array")).toEqual([
      "a",
      "axis=(0, 1)",
      "*",
      "where=[]",
      "**kw",
    ]);
  });
});

describe("definition and references", () => {
  const define = (texts: Record<string, string>) => {
    const { files, path, at } = mark(texts);
    const found = new ProgramNames(files).definition(path, at);
    return found.ok ? `${found.value.path}:${found.value.from}` : found.error;
  };
  test("over an alias, a module, a file, `self`", () => {
    const ops = "\ndef f(): pass\n";
    expect(define({ "m.py": "from ops import f as g\n|g()\n", "ops.py": ops })).toBe("ops.py:5");
    expect(define({ "m.py": "import ops as o\no.|f()\n", "ops.py": ops })).toBe("ops.py:5");
    expect(define({ "m.py": "import ops as o\n|o.f()\n", "ops.py": ops })).toBe("ops.py:0");
    expect(define({ "m.py": "class A:\n  def m(self): pass\n  def n(self): self.|m()\n" })).toBe("m.py:15");
    expect(define({ "m.py": "import jax.numpy as jnp\njnp.|sum(x)\n" })).toMatch(/`jax.numpy.sum` is the library's/);
    expect(define({ "m.py": "x.|y\n" })).toMatch(/only when the program runs/);
    expect(define({ "m.py": "|zzz\n" })).toMatch(/defined nowhere/);
  });
  test("references count aliases and library names too", () => {
    const count = (texts: Record<string, string>) => {
      const { files, path, at } = mark(texts);
      const found = new ProgramNames(files).references(path, at);
      return found.ok ? found.value.length : found.error;
    };
    expect(count({ "m.py": "from ops import f as g\ng()\n", "ops.py": "def |f(): pass\n" })).toBe(4);
    expect(count({ "m.py": "import jax.numpy as jnp\njnp.|sum(1)\njnp.sum(2)\njnp.max(1)\n" })).toBe(2);
  });
});
