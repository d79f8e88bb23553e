// SPDX-License-Identifier: Apache-2.0
// The conformance programs of `plgpu` once more, their kernels' PTX on the emulator with its race checker: they print what they print in the interpreter. A
// program whose kernel has no schedule is skipped with the reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainDifference, listPrograms } from "../conformance/programs.mjs";
import { tessera } from "./tessera.mjs";

const programs = listPrograms("pallas").filter(({ source, id, error }) => source.includes("mosaic_gpu") && /\/(plgpu|pipeline)_/.test(id) && !error);

test("there are such programs", () => assert.ok(programs.length > 100, `${programs.length}`));

for (const program of programs)
  test(program.id, async (t) => {
    const { stdout, stderr } = await tessera(["run", "-", "--json", "--device=emulator", "--check=race"], { input: program.source });
    const result = JSON.parse(stdout);
    if (result.diagnostics.some(({ id, severity }) => id === "no-schedule" && severity === "error")) return t.skip("no schedule: " + (await whyNoSchedule(program)));
    assert.equal(explainDifference(program, result), null, stderr);
  });

/** The remark of the compilation. */
async function whyNoSchedule(program) {
  const { stderr } = await tessera(["run", "-", "--device=emulator"], { input: program.source });
  return stderr.match(/remark: (.*) \[no-schedule\]/)?.[1] ?? "the reason is not told";
}
