// SPDX-License-Identifier: Apache-2.0
// Run in a project that has the packages installed: `node use.mjs KERNEL.py`. Prints, as JSON, what the check compares with the binary's.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { CompileError, createTessera } from "tessera-kernels";

const [, , path] = process.argv;
const tessera = await createTessera();
const program = await tessera.compile(readFileSync(path, "utf8"), { file: path, set: { size: 4096 } });
const ptx = await program.ptx();
const x = Float32Array.from({ length: 4096 }, (_, index) => index);
const { arrays } = await tessera.emulate(ptx, [x, x, new Float32Array(4096), 4096], { grid: 4, check: "race" });
const refused = await tessera.compile("x = missing\n").catch((error) => error instanceof CompileError && error.errors[0].id);
const manifest = createRequire(import.meta.url)("tessera-kernels/package.json");
const [one, two] = [await program.run(), await program.run({ device: "emulator" })];
console.log(
  JSON.stringify({
    version: manifest.version,
    module: tessera.version,
    kernels: program.kernels,
    ptx,
    tilings: await program.tilings(),
    sum: arrays[2].reduce((sum, value) => sum + value, 0),
    outputs: [one.output, two.output],
    refused,
  }),
);
process.exit(); // in place of waiting for V8 to optimize what was hot
