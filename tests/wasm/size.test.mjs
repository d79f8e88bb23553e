// SPDX-License-Identifier: Apache-2.0
// The size budget: what a first visit downloads. A module that outgrows it needs a decision, not a larger number here.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "./load-module.mjs";

// 2 MB until the schedule of every kernel came into the module (0.2 MB): its stages, layouts and memory are what the tab shows.
const budget = 2.1e6; // bytes, packed with brotli

// Every file has its packed sibling for servers that send those, and none is large: a program waits for it once.
test("files of the library that are fetched when imported are packed and small", () => {
  const files = readdirSync(join(folder, "library"), { recursive: true }).filter((name) => name.endsWith(".py"));
  assert.ok(files.length > 20);
  for (const name of files) assert.ok(statSync(join(folder, "library", `${name}.br`)).size < 20e3, name);
});

test("the packed module is within 2.1 MB", () => {
  const size = statSync(join(folder, "tessera.wasm.br")).size + statSync(join(folder, "tessera.js.br")).size;
  assert.ok(size <= budget, `${size} bytes, at most ${budget}`);
});

// Loaded when what lies below `tilegpu` is first looked at. 4 MB are the code generator, the rest is what runs its PTX.
test("the code generator's module is within 4.6 MB", () => {
  const size = statSync(join(folder, "tessera-code.wasm.br")).size + statSync(join(folder, "tessera-code.js.br")).size;
  assert.ok(size <= 4.6e6, `${size} bytes`);
});

// The emulator is loaded when PTX is first run. 0.45 MB until it predicted times (0.1 MB), which nothing else in the
// tab can.
test("the emulator's module is within 0.5 MB", () => {
  const size = statSync(join(folder, "emulator.wasm.br")).size + statSync(join(folder, "emulator.js.br")).size;
  assert.ok(size <= 0.5e6, `${size} bytes`);
});
