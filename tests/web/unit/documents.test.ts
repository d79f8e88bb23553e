// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from "vitest";
import { Documents } from "../../../web/src/app/documents";
import { TabStore } from "../../../web/src/base/document-store";
import { isReplacement, isSameProgram, titleOf } from "../../../web/src/base/documents";
import { projectOfOne } from "../../../web/src/base/files";
import { ChannelLeases, type Leases } from "../../../web/src/base/leases";
import type { Store } from "../../../web/src/base/storage";
import { thumbnailOf } from "../../../web/src/base/thumbnail";

const one = (text: string) => projectOfOne("kernel.py", text);

describe("a document", () => {
  test("is called by its first line that says something", () => {
    expect(titleOf(one('# SPDX-License-Identifier: X\n"""A product of two."""\nimport jax\n'))).toBe(
      "A product of two.",
    );
    expect(titleOf(one("import jax\n\nx = 1\n"))).toBe("x = 1");
    expect(titleOf(one("import jax\n"))).toBe("import jax");
    expect(titleOf(one(""))).toBe("");
  });

  test("stays itself while half of each file is left, under whatever name", () => {
    const text = "x = 1\n".repeat(20);
    expect(isReplacement(one(text), one(`${text}y = 2\n`))).toBe(false);
    expect(isReplacement(one(text), one(text.slice(0, 70)))).toBe(false);
    expect(isReplacement(one(text), one(text.slice(0, 50)))).toBe(true);
    expect(isReplacement(one(text), one("z = 3\n"))).toBe(true);
    expect(isReplacement(one("short"), one("other"))).toBe(false);
    expect(isReplacement(one(text), projectOfOne("renamed.py", text))).toBe(false);
    const two = { ...one(text), files: [...one(text).files, { path: "b.py", text: "b = 'of a second file'\n" }] };
    expect(isReplacement(two, one(text))).toBe(true);
    expect(isSameProgram(two, { ...two, shown: "b.py" })).toBe(true);
  });

  test("has a picture without colours, within its size", () => {
    const operand = (name: string, block: number[]) => ({
      name,
      role: "read" as const,
      dtype: "f32",
      shape: [1024, 512],
      range: null,
      block: { shape: block, squeezed: [], origin: "block-spec" as const },
      boxes: [[[0, 0], block]] as [[number[], number[]]],
    });
    const launch = {
      range: null,
      grid: [1],
      order: "row-major" as const,
      programs: 1,
      recorded: 1,
      operands: [operand("x", [512, 512]), operand("y", [1024, 64])],
    };
    const thumbnail = thumbnailOf([{ name: "k", range: null, source: "pallas", launches: [launch] }]);
    expect(thumbnail?.shapes.map(({ hue }) => hue)).toEqual([-1, 0, -1, 1]);
    for (const { x, y, width, height } of thumbnail?.shapes ?? []) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(73);
      expect(y + height).toBeLessThanOrEqual(41);
    }
    expect(thumbnailOf([])).toBeNull();
  });
});

describe("leases without locks", () => {
  const opened: ChannelLeases[] = [];
  const open = () => {
    const leases = new ChannelLeases("test", 60);
    opened.push(leases);
    return leases;
  };
  afterEach(() => {
    for (const leases of opened.splice(0)) leases.close();
  });

  test("are one tab's until it gives them back", async () => {
    const [first, second] = [open(), open()];
    const lease = await first.claim("a");
    expect(lease).not.toBeNull();
    expect(await second.claim("a")).toBeNull();
    expect(await second.claim("b")).not.toBeNull();
    lease?.release();
    expect(await second.claim("a")).not.toBeNull();
  });

  test("of two who ask at once one has it", async () => {
    const [first, second] = [open(), open()];
    const got = await Promise.all([first.claim("a"), second.claim("a")]);
    expect(got.filter((lease) => lease !== null)).toHaveLength(1);
  });
});

function memory(): Store {
  const all = new Map<string, string>();
  return {
    get: (key) => all.get(key) ?? null,
    set: (key, value) => void all.set(key, value),
    remove: (key) => void all.delete(key),
    keys: () => [...all.keys()],
  };
}

const free: Leases = { claim: async () => ({ release: () => undefined }), held: async () => new Set() };

describe("a tab's documents", () => {
  const text = "x = 'a text of some length'";

  test("what a page left behind when it went is there for the next", async () => {
    const [storage, tab, beside] = [memory(), memory(), memory()];
    const before = new Documents(new TabStore(storage), free, tab, beside, 10_000);
    before.keep(one(text), "sm_80");
    await before.flush();
    before.keep(one(`${text} + 1`), "sm_80");
    before.leavePage();
    // The page is gone before its last write: only what was put beside is there.
    const after = new Documents(new TabStore(memory()), free, tab, beside);
    await after.rescue();
    expect((await after.resume())?.state.source).toBe(`${text} + 1`);
    expect(beside.keys()).toEqual(["tessera.documents"]);
  });

  test("what is pinned stays with its text, and is no change of a text that came with it", async () => {
    const [storage, tab, beside] = [memory(), memory(), memory()];
    const pins = [{ name: "small", source: "x = 1", file: "kernel.py" }];
    const page = new Documents(new TabStore(storage), free, tab, beside, 0);
    page.show(one("from a link"), pins);
    page.keep(one("from a link"), "sm_80", [...pins]);
    await page.flush();
    expect(page.ownId.value).toBe("");
    page.keep(one("from a link"), "sm_80", []);
    await page.flush();
    expect(page.ownId.value).not.toBe("");
    page.keep(one(text), "sm_80", pins);
    await page.flush();
    const after = new Documents(new TabStore(storage), free, tab, beside, 0);
    expect((await after.resume())?.state.variants).toEqual(pins);
  });

  test("an older rest does not stand in a newer text's place", async () => {
    const [storage, tab, beside] = [memory(), memory(), memory()];
    const page = new Documents(new TabStore(storage), free, tab, beside, 0);
    page.keep(one(text), "");
    page.leavePage();
    const [key = ""] = beside.keys();
    const rest = beside.get(key) ?? "";
    await new Promise((resolve) => setTimeout(resolve, 5));
    page.keep(one(`${text} + 2`), "");
    await page.flush();
    beside.set(key, rest);
    const after = new Documents(new TabStore(storage), free, tab, beside);
    await after.rescue();
    expect((await after.resume())?.state.source).toBe(`${text} + 2`);
  });

  test("opening a document leaves its time and its neighbours as they are", async () => {
    const page = new Documents(new TabStore(memory()), free, memory(), memory(), 0);
    page.keep(one(text), "sm_80");
    await new Promise((resolve) => setTimeout(resolve, 5));
    page.show(one("example"));
    page.keep(one("an edited example of some length"), "sm_80");
    await page.refresh();
    const [newer, older] = page.recent.value;
    const opened = await page.open(older?.id ?? "");
    expect(opened?.state.source).toBe(text);
    page.keep(one(text), "sm_80");
    await page.refresh();
    expect(page.recent.value).toEqual([newer, older]);
    page.keep(one(`${text} + 1`), "sm_80");
    await page.refresh();
    expect(page.recent.value.map(({ id }) => id).sort()).toEqual([newer?.id, older?.id].sort());
  });

  test("an example as it came is none of the user's", async () => {
    const store = new TabStore(memory());
    const page = new Documents(store, free, memory(), memory(), 0);
    page.show(one("example"));
    page.keep(one("example"), "sm_90a");
    await page.refresh();
    expect(page.recent.value).toEqual([]);
    page.keep(one("example changed"), "sm_90a");
    await page.refresh();
    expect(page.recent.value.map(({ title }) => title)).toEqual(["example changed"]);
  });
});
