// SPDX-License-Identifier: Apache-2.0
// What somebody writes who uses the packages from TypeScript, with everything strict: that it compiles is the check, and that what is marked
// does not.

import "tessera-elements";
import { array, CompileError, createTessera, scalar, type Diagnostic, type KernelTilings, type Tessera } from "tessera-kernels";

const tessera: Tessera = await createTessera({ onLoading: ({ module, received }) => console.log(module, received.toFixed()) });
const program = await tessera.compile("", { target: "sm_90a", set: { M: 512, shape: [1, 2] }, tune: { stages: 3 }, maxMilliseconds: 1000 });
const tilings: KernelTilings[] = await program.tilings();
const grid: number | undefined = tilings[0]?.launches[0]?.grid[0];
const swizzles: (0 | number)[] = (await program.layouts()).flatMap(({ buffers }) => buffers.map(({ swizzle }) => swizzle));
const { launches, output } = await program.run({ device: "emulator", check: "race", signal: AbortSignal.timeout(10) });
const ends: number[] = launches.flatMap(({ timeline }) => timeline?.events.map(({ end }) => end) ?? []);
const why: string[] = (await program.explain()).kernels.flatMap(({ decisions }) => decisions.map((one) => one.why));
const done = await tessera.emulate(await program.ptx(), [
  new Float32Array(4),
  array("bf16", new Uint16Array(4), [2, 2]),
  scalar("f32", 2),
  3,
  4n,
  "u32=5",
]);
const predicted: number | undefined = done.prediction?.microseconds;
try {
  await tessera.run({ files: { "a.py": "" }, main: "a.py" }, { onOutput: (text) => console.log(text.length) });
} catch (error) {
  if (error instanceof CompileError) console.log(error.diagnostics.map((one: Diagnostic) => one.range?.begin.line));
}
const element = document.querySelector("tessera-timeline");
if (element) {
  element.device = "emulator";
  element.data = await program.timeline();
  element.addEventListener("tessera-place", ({ detail }) => console.log(detail.begin.line));
  await element.settled;
}
console.log(grid, swizzles, output, ends, why, predicted);

// @ts-expect-error an option that there is not
await tessera.compile("", { tagret: "sm_80" });
// @ts-expect-error a device that there is not
await program.run({ device: "cuda" });
// @ts-expect-error no array of the emulator's
await tessera.emulate("", [[1, 2]]);
// @ts-expect-error a type of elements that there is not
array("f31", new Uint16Array(2));
