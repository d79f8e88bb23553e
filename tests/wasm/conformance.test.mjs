// SPDX-License-Identifier: Apache-2.0
// The programs of tests/conformance in the WebAssembly module: the same output and the same diagnostics as natively.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { explainDifference, inBrowser, listPrograms } from "../conformance/programs.mjs";
import { ask, loadModule } from "./load-module.mjs";

let tessera;
before(async () => {
  tessera = await loadModule();
});

function run(program) {
  const compiled = ask(tessera, "compile", { file: "<stdin>", source: program.source, target: "sm_90a" });
  return compiled.ok || compiled.begun ? ask(tessera, "run") : { ok: false, output: "", diagnostics: compiled.diagnostics };
}

const topics = new Map();
for (const program of listPrograms()) {
  const topic = `${program.area}/${program.topic}`;
  topics.set(topic, [...(topics.get(topic) ?? []), program]);
}

for (const [topic, programs] of topics)
  describe(topic, () => {
    for (const program of programs) test(program.name, () => assert.equal(explainDifference(inBrowser(program), run(program)), null));
  });
