// SPDX-License-Identifier: Apache-2.0
// Loads the emulator's module in Node, and guesses a launch for any kernel: what runs is not the point, but that two
// builds say the same.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder, root } from "./load-module.mjs";

export async function loadEmulator(options = {}) {
  const { default: createEmulator } = await import(pathToFileURL(join(folder, "emulator.js")).href);
  return createEmulator({ wasmBinary: readFileSync(join(folder, "emulator.wasm")), ...options });
}

/// The answer's value; a request that is refused fails the test.
export function ask(emulator, method, fields = {}) {
  const reply = emulator.call({ method, ...fields });
  if (!reply.ok) throw new Error(`${method}: ${reply.error}`);
  return reply.value;
}

/// The emulator's own kernels, by nvcc and by clang.
export function listPtx() {
  const kernels = join(root, "tests/emulator/kernels");
  const names = readdirSync(kernels, { recursive: true }).filter((name) => name.endsWith(".ptx"));
  return names
    .sort()
    .map((name) => ({
      name,
      path: join("tests/emulator/kernels", name),
      text: readFileSync(join(kernels, name), "utf8"),
    }));
}

/// Addresses get arrays of floats, numbers small values, structs bytes: a kernel may well fault on them.
export function guessArguments({ parameters }) {
  const maps = parameters.filter(({ size }) => size === 128).length;
  const passed = parameters.map(({ type, size }, index) => {
    if (size === 128) return `map(${parameters.length})=box:32x32`;
    if (size === 8 && type === "f64") return "f64=0.5";
    if (size === 8) return `f32[8192]=random:${index}`;
    if (type === "f32") return "f32=0.5";
    return size <= 4 && size === { u8: 1, s8: 1, b8: 1, u16: 2, s16: 2, b16: 2, u32: 4, s32: 4, b32: 4 }[type]
      ? `u${8 * size}=64`
      : `value u8[${size}]=full:3`;
  });
  // A map needs its array before it: then the memory comes first, and everything behind it is counted on.
  return maps === 0
    ? passed
    : ["memory bf16[64,64]=random:9", ...passed.map((text) => text.replace(/^map\(\d+\)/, "map(0)"))];
}
