// SPDX-License-Identifier: Apache-2.0
// Kernels that are bound by memory touch each element of global memory once, 16 bytes at a time: the accesses in their PTX are counted, and the emulator gives what
// the interpreter gives, without a race.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root, tessera } from "./tessera.mjs";

const peers = (name) => join(root, "tests/bench/peers/programs", name), shared = (name) => join(root, "shared/kernels", name);
const bytes = { float32: 4, float16: 2, bfloat16: 2 };
const powerOfTwo = (n) => 2 ** Math.ceil(Math.log2(n));

/** One kernel: how many arrays of `elements` a program reads and writes, and how many single numbers. */
const cases = [];
for (const dtype of ["float32", "float16", "bfloat16"]) {
  const add = (file, settings, elements, loads, stores = 1) => cases.push({ file, settings: { ...settings, DTYPE: `'${dtype}'` }, bytes: bytes[dtype], elements, loads, stores });
  add(peers("vector_add_triton.py"), {}, 1024, 2);
  add(peers("vector_add_pallas.py"), {}, 2048, 2);
  for (const COLUMNS of [1000, 1024, 4096]) {
    add(peers("softmax_triton.py"), { COLUMNS }, powerOfTwo(COLUMNS), 1);
    add(peers("layer_norm_triton.py"), { COLUMNS }, powerOfTwo(COLUMNS), 3);
  }
  for (const COLUMNS of [256, 1000, 4096]) {
    add(peers("softmax_pallas.py"), { COLUMNS }, powerOfTwo(COLUMNS), 1);
    add(peers("layer_norm_pallas.py"), { COLUMNS }, powerOfTwo(COLUMNS), 3);
    add(peers("rms_norm_pallas.py"), { COLUMNS }, powerOfTwo(COLUMNS), 2);
  }
}
// Programs that read their row in several loops, by an argument's value or in chunks: x, weight and bias once each; mean and rstd are single numbers.
cases.push({ file: shared("triton_layer_norm.py"), settings: { N: 1024 }, kernel: "layer_norm_forward", bytes: 4, elements: 1024, loads: 3, stores: 1, numbers: 2 });
cases.push({ file: shared("layer_norm.py"), settings: {}, kernel: "layer_norm_forward", bytes: 4, elements: 512, loads: 3, stores: 1, numbers: 2 });
cases.push({ file: shared("softmax.py"), settings: {}, bytes: 4, elements: 512, loads: 1, stores: 1 });
cases.push({ file: shared("triton_softmax.py"), settings: { N: 784 }, bytes: 4, elements: 1024, loads: 1, stores: 1 });

/** Accesses of global memory in a kernel's text: how wide, and whether they are loads. */
function listAccesses(text) {
  return [...text.matchAll(/\b(ld|st)\.global(?:\.\w+)*?(?:\.v(\d))?\.[bfus](\d+)\b/g)].map(([, kind, count, bits]) => ({ kind, bytes: (Number(count ?? 1) * Number(bits)) / 8 }));
}

for (const { file, settings, kernel, bytes, elements, loads, stores, numbers = 0 } of cases) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  test(`${file.slice(root.length + 1)} ${kernel ?? ""} ${Object.values(settings).join(" ")}`, async () => {
    const shown = await tessera(["show", file, ...flags, "--stage=ptx", "--target=sm_90a", ...(kernel ? ["--kernel", kernel] : [])]);
    assert.equal(shown.code, 0, shown.stderr);
    const threads = Number(shown.stdout.match(/\.reqntid (\d+)/)[1]), accesses = listAccesses(shown.stdout);
    const wide = accesses.filter((access) => access.bytes === 16), narrow = accesses.filter((access) => access.bytes !== 16);
    assert.equal(narrow.length, numbers, `accesses of less than 16 bytes: ${JSON.stringify(narrow)}`);
    const count = (kind) => (wide.filter((access) => access.kind === kind).length * 16 * threads) / (bytes * elements);
    assert.deepEqual({ loads: count("ld"), stores: count("st") }, { loads, stores });
    const { code, stderr } = await tessera(["run", file, ...flags, "--device=emulator", "--compare", "--check=race"]);
    assert.equal(code, 0, stderr);
  });
}
