// SPDX-License-Identifier: Apache-2.0
// Every example of shared/kernels: runs and passes its own checks, freezes and thaws to the same output, and gives that output
// on a runner too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, serve, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");
for (const { file } of JSON.parse(readFileSync(join(kernels, "index.json"), "utf8"))) {
  test(`${file}: source, artifact and runner agree`, async (t) => {
    const source = join(kernels, file), artifact = join(makeFolder(t), "artifact");
    const direct = await tessera(["run", source]);
    assert.equal(direct.code, 0, direct.stderr);
    assert.equal(direct.stderr.includes("error:"), false, direct.stderr);
    const compiled = await tessera(["compile", source, "-o", artifact]);
    assert.equal(compiled.code, 0, compiled.stderr);
    assert.equal((await tessera(["run", artifact])).stdout, direct.stdout);
    const runner = await serve(t);
    const submitted = await tessera(["submit", artifact, "--runner", runner.url]);
    assert.equal(submitted.code, 0, submitted.stderr);
    assert.equal(submitted.stdout, direct.stdout);
  });
}
