// SPDX-License-Identifier: Apache-2.0
// The reference's look-ups: full paths, methods of values whose class nobody knows, search.

import { describe, expect, test } from "vitest";
import type { ReferenceAnswer, ReferenceEntry } from "../../../web/src/base/protocol";
import { findEntry, findMembers, placesOf, searchReference, titleOf } from "../../../web/src/base/reference";
import { explain } from "../../../web/src/editor/library";

const entry = (name: string, kind: string, summary: string, supported = true): ReferenceEntry => ({
  name,
  kind,
  signature: kind === "constant" ? "" : "(x, axis=None)",
  summary,
  supported,
  devices: supported ? ["interpreter", "GPU"] : [],
});

const table: ReferenceAnswer = {
  modules: [
    { name: "builtins", summary: "", entries: [entry("len", "function", "How many elements there are.")] },
    {
      name: "jax",
      summary: "",
      entries: [
        entry("Array", "type", "An immutable array."),
        entry("Array.astype", "method", "The same elements as another dtype."),
      ],
    },
    {
      name: "jax.numpy",
      summary: "",
      entries: [
        entry("cumsum", "function", "Running sum.", false),
        entry("sum", "function", "Adds elements."),
        entry("pi", "constant", "The circle's number."),
      ],
    },
    { name: "torch", summary: "", entries: [entry("Tensor.astype", "method", "No such thing.")] },
    { name: "empty", summary: "", entries: [] },
  ],
};

describe("finding", () => {
  test("functions and methods by their full path", () => {
    expect(findEntry(table, "jax.numpy.sum")?.summary).toBe("Adds elements.");
    expect(findEntry(table, "jax.Array.astype")?.kind).toBe("method");
    expect(findEntry(table, "jax.numpy.sums")).toBeNull();
    expect(findEntry(table, "sum")).toBeNull();
  });

  test("methods by their name alone, in every class", () => {
    expect(findMembers(table, "astype").map(({ module, entry }) => `${module}.${entry.name}`)).toEqual([
      "jax.Array.astype",
      "torch.Tensor.astype",
    ]);
    expect(findMembers(table, "type")).toEqual([]);
  });
});

describe("what the editor explains", () => {
  const text = "import jax\nimport jax.numpy as jnp\n";

  test("a name behind an import", () => {
    expect(explain(table, "jnp.sum", text)).toMatchObject([{ module: "jax.numpy", entry: { name: "sum" } }]);
  });

  test("a builtin", () => {
    expect(explain(table, "len", text)).toMatchObject([{ module: "builtins", entry: { name: "len" } }]);
    expect(explain(table, "length", text)).toEqual([]);
  });

  test("a method of an unknown value, but not an unknown name of a module", () => {
    expect(explain(table, "x.astype", text)).toHaveLength(2);
    expect(explain(table, "jnp.astype", text)).toEqual([]);
  });
});

describe("searching", () => {
  const names = (text: string) =>
    searchReference(table, text).flatMap((module) => module.entries.map((one) => one.name));

  test("no words give all that has entries", () => {
    expect(searchReference(table, " ").map((module) => module.name)).toEqual(["builtins", "jax", "jax.numpy", "torch"]);
  });

  test("a word is looked for in names and in summaries, names that begin with it first", () => {
    expect(names("sum")).toEqual(["sum", "cumsum"]);
    expect(names("ELEMENTS")).toEqual(["len", "Array.astype", "sum"]);
  });

  test("all words must be there", () => {
    expect(names("jax array dtype")).toEqual(["Array.astype"]);
    expect(names("nowhere")).toEqual([]);
  });
});

test("titles and places say what can be called, and where it works", () => {
  const [sum] = searchReference(table, "adds");
  const found = { module: "jax.numpy", entry: sum!.entries[0]! };
  expect(titleOf(found)).toBe("jax.numpy.sum(x, axis=None)");
  expect(placesOf(found.entry)).toBe("interpreter, GPU");
  expect(titleOf({ module: "jax.numpy", entry: findEntry(table, "jax.numpy.pi")! })).toBe("jax.numpy.pi");
  expect(placesOf(findEntry(table, "jax.numpy.cumsum")!)).toBe("not supported yet");
  expect(placesOf({ ...found.entry, devices: undefined })).toBe("");
});
