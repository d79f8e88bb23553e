// SPDX-License-Identifier: Apache-2.0
// The reference's pages (web/pages): which names a program uses, the part of it that shows a name, and that every name has an example
// but those that without-example.txt lists with a reason. What the library has is asked of the native `tessera`; where it is not
// built those tests are skipped.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { colourPython } from "../../../web/pages/colour";
import { readLibrary, withoutExample, type LibraryEntry, type LibraryModule } from "../../../web/pages/library";
import { makeReferencePages, makeSearchNames } from "../../../web/pages/reference-pages";
import { askReference } from "../../../web/pages/plugin";
import { readStatements, sliceProgram } from "../../../web/pages/slice";
import { findUses, makeNameTable } from "../../../web/pages/uses";
import type { ReferenceAnswer, ReferenceEntry } from "../../../web/src/base/protocol";
import { decodeShare } from "../../../web/src/base/share";

const root = join(import.meta.dirname, "../../..");
const binary = process.env["TESSERA_BINARY"] ?? join(root, "build/native/bin/tessera");

const entry = (name: string, kind = "function", summary = "What it does."): ReferenceEntry => ({
  name,
  kind,
  signature: kind === "constant" ? "" : "(x)",
  summary,
  supported: true,
  devices: ["interpreter"],
});
const module = (name: string, ...entries: ReferenceEntry[]) => ({ name, summary: "", entries });
const small: ReferenceAnswer = {
  modules: [
    module("builtins", entry("print"), entry("len"), entry("str.join", "method")),
    module("jax", entry("jit"), entry("Array", "type"), entry("Array.reshape", "method"), entry("Array.T", "property")),
    module("jax.numpy", entry("ones"), entry("sum"), entry("pi", "constant")),
    module("numpy", entry("ones"), entry("ndarray.reshape", "method")),
    module("triton", entry("jit", "decorator")),
    module(
      "unittest",
      entry("TestCase", "type"),
      entry("TestCase.setUp", "method"),
      entry("TestCase.assertEqual", "method"),
    ),
  ],
};

describe("the names that a program uses", () => {
  const table = makeNameTable(small);
  const uses = (text: string) =>
    findUses(text, table).map(({ path, certainty, line }) => `${line} ${path} ${certainty}`);

  test("begin at its imports", () => {
    expect(uses("import jax.numpy as jnp\nx = jnp.ones(3)\nprint(jnp.sum(x))\n")).toEqual([
      "1 jax.numpy.ones certain",
      "2 builtins.print certain",
      "2 jax.numpy.sum certain",
    ]);
    expect(uses("from jax.numpy import pi\n")).toEqual(["0 jax.numpy.pi certain"]);
    expect(uses("import triton\n@triton.jit\ndef f(): pass\n")).toEqual(["1 triton.jit certain"]);
  });

  test("are not those that it binds itself", () => {
    expect(uses("def len(x): return x\nlen(3)\n")).toEqual([]);
  });

  test("are methods of what its text shows", () => {
    expect(uses("import jax.numpy as jnp\nx = jnp.ones(4)\nx.reshape(2, 2).T\n").slice(1)).toEqual([
      "2 jax.Array.T typed",
      "2 jax.Array.reshape typed",
    ]);
    expect(uses("import numpy as np\nnp.ones(4).reshape(2, 2)\n")[1]).toBe("1 numpy.ones certain");
    expect(uses("import numpy as np\nnp.ones(4).reshape(2, 2)\n")[0]).toBe("1 numpy.ndarray.reshape typed");
    expect(uses("','.join([])\n")).toEqual(["0 builtins.str.join typed"]);
    expect(uses("import jax\nx: jax.Array = make()\nx.reshape(1)\n")).toContain("2 jax.Array.reshape typed");
  });

  test("are guessed where one class alone has them", () => {
    expect(uses("import jax\ndef f(x): return x.reshape(1)\n")).toEqual(["1 jax.Array.reshape guess"]);
    expect(uses("import jax, numpy\ndef f(x): return x.reshape(1)\n")).toEqual([]);
  });

  test("are methods that its classes have from the library's", () => {
    const text = "import unittest\nclass A(unittest.TestCase):\n  def setUp(self): self.assertEqual(1, 1)\n";
    expect(uses(text)).toContain("2 unittest.TestCase.setUp typed");
    expect(uses(text)).toContain("2 unittest.TestCase.assertEqual typed");
  });
});

describe("the part of a program around a line", () => {
  const text = [
    "import jax",
    "import jax.numpy as jnp",
    "x = jnp.ones(3)",
    "y = jnp.ones(4)",
    "x = x + 1",
    "print(x)",
    "#> [2. 2. 2.]",
    "print(y)",
    "#> [1. 1. 1. 1.]",
    "",
  ].join("\n");
  const part = (source: string, line: number) => sliceProgram(readStatements(source), line);

  test("has what it needs, and its output", () => {
    expect(part(text, 7)).toEqual({
      code: "import jax.numpy as jnp\n\ny = jnp.ones(4)\nprint(y)\n",
      output: "[1. 1. 1. 1.]\n",
    });
  });

  test("goes on until something is printed", () => {
    expect(part(text, 2).code).toBe("import jax.numpy as jnp\n\nx = jnp.ones(3)\nx = x + 1\nprint(x)\n");
  });

  test("keeps functions whole, and launches that change what is printed", () => {
    const kernel = "import a\n@a.jit\ndef k(p):\n    a.store(p)\n\no = a.zeros(1)\nq = 1\nk[(1,)](o)\nprint(o)\n";
    expect(part(kernel, 3).code).toBe(
      "import a\n\n@a.jit\ndef k(p):\n    a.store(p)\n\no = a.zeros(1)\nk[(1,)](o)\nprint(o)\n",
    );
  });

  test("keeps who wrote a file that it opens", () => {
    const files =
      "with open('/tmp/a', 'w') as file:\n    file.write('b')\nlines = open('/tmp/a')\nprint(list(lines))\n";
    expect(part(files, 3).code).toBe(files);
  });

  test("tells no output where it is not known whose it is", () => {
    const together = "print(1)\nprint(2)\n#> 1\n#> 2\n";
    expect(part(together, 0).output).toBeNull();
  });
});

test("a page escapes what the library and the programs say", () => {
  const name = entry("less", "function", "Whether `a < b` & more");
  const told: LibraryEntry = {
    path: "m.less",
    module: "m",
    entry: name,
    elsewhere: null,
    example: { code: "print(1 < 2, '</pre>')\n", output: "True </pre>\n", file: "x.py", certainty: "certain" },
  };
  const library: LibraryModule[] = [{ name: "m", summary: "", isInternal: false, entries: [told] }];
  const html = makeReferencePages(library).get("reference/m.html") ?? "";
  expect(html).toContain("Whether <code>a &#60; b</code> &#38; more");
  expect(html).not.toContain("'</pre>'");
  expect(html.match(/<pre/g)?.length).toBe(html.match(/<\/pre>/g)?.length);
  const link = /index\.html#(v1=[^"]+)"/.exec(html)?.[1] ?? "";
  const state = decodeShare(link);
  expect(state?.ok && state.value.source).toBe("print(1 < 2, '</pre>')\n");
  expect(JSON.parse(makeSearchNames(library, []))).toEqual({
    modules: ["m"],
    names: [[0, "less", "Whether `a < b` & more"]],
    guides: [],
  });
  expect(colourPython("x = 1  # <b>\n")).toContain('<i class="tok-comment"># &#60;b&#62;</i>');
});

// The module for the browser knows fewer names.
const isThere = existsSync(binary);
const library = readLibrary(isThere ? await askReference() : { modules: [] });

/** Names with the reason why they have no example. */
const excused = readFileSync(join(root, "web/pages/without-example.txt"), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(/\s+/)[0] ?? "");

describe.skipIf(!isThere)("the library", () => {
  test("has an example for every name but those that are listed", () => {
    const without = withoutExample(library);
    const listed = new Set(excused);
    expect(
      without.filter((name) => !listed.has(name)),
      "write a program in shared/reference",
    ).toEqual([]);
    const missing = new Set(without);
    expect(
      excused.filter((name) => !missing.has(name)),
      "has an example: take it off without-example.txt",
    ).toEqual([]);
  });

  test("tells each name once, and points there from elsewhere", () => {
    const told = new Map(library.flatMap(({ entries }) => entries).map((one) => [one.path, one]));
    for (const { path, elsewhere } of told.values())
      if (elsewhere) expect(told.get(elsewhere)?.elsewhere, `${path} is told at ${elsewhere}`).toBeNull();
  });
});

function run(code: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(binary, ["run", "-"], { stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stdin.on("error", () => undefined);
    child.stdin.end(code);
    child.on("close", () => resolve(output));
  });
}

// The whole programs have tests of their own; that a part prints the same is looked at here, for one in so many. TESSERA_EXAMPLES=all looks
// at each.
test.skipIf(!isThere)("parts of programs print what the page says", { timeout: 600_000 }, async () => {
  const parts = new Map<string, { path: string; output: string }>();
  for (const { path, example } of library.flatMap(({ entries }) => entries))
    if (example?.output && !parts.has(example.code)) parts.set(example.code, { path, output: example.output });
  const step = process.env["TESSERA_EXAMPLES"] === "all" ? 1 : 60;
  const left = [...parts].filter((_, index) => index % step === 0);
  expect(left.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [code, { path, output }] = next;
      const seen = await run(code);
      if (seen.trimEnd() !== output.trimEnd()) wrong.push(`${path}:\n${code}prints\n${seen}in place of\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  expect(wrong).toEqual([]);
});
