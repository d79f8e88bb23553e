// SPDX-License-Identifier: Apache-2.0
// Instructions that WebAssembly lacks and the module makes of others: f32 fused multiply-adds, whose doubles must not
// round twice, and shifts and fields, which are vector code only where all lanes count alike. The module's bits are the
// native build's, for operands at every corner, counts that differ by lane or do not, and warps with some lanes away.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ask, loadEmulator } from "./load-emulator.mjs";
import { binary } from "./load-module.mjs";

let emulator, scratch;
before(async () => {
  emulator = await loadEmulator();
  scratch = mkdtempSync(join(tmpdir(), "tessera-arithmetic-"));
});
after(() => rmSync(scratch, { recursive: true }));

const threads = 1 << 15;

/// xorshift: the same numbers every time.
function makeRandom(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
}

/// A .npy file of u32.
function npy(values) {
  const text = `{'descr': '<u4', 'fortran_order': False, 'shape': (${values.length},), }`;
  const header = text.padEnd(128 - 10 - 1) + "\n";
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  return Buffer.concat([head, Buffer.from(header, "latin1"), Buffer.from(values.buffer)]);
}

/// `a`, `b`, `c` of each thread go into registers; `body` leaves its result in %r3 and, of 64 bits, %r4.
const kernelOf = (body) => `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {
  .reg .pred %p<4>; .reg .b32 %r<20>; .reg .f32 %f<8>; .reg .b64 %rd<20>;
  mov.u32 %r10, %ctaid.x; mov.u32 %r11, %ntid.x; mov.u32 %r12, %tid.x; mad.lo.s32 %r13, %r10, %r11, %r12;
  mul.wide.u32 %rd10, %r13, 4; mul.wide.u32 %rd11, %r13, 8;
  ld.param.u64 %rd0, [a]; add.s64 %rd0, %rd0, %rd10; ld.global.u32 %r0, [%rd0];
  ld.param.u64 %rd1, [b]; add.s64 %rd1, %rd1, %rd10; ld.global.u32 %r1, [%rd1];
  ld.param.u64 %rd2, [c]; add.s64 %rd2, %rd2, %rd10; ld.global.u32 %r2, [%rd2];
  mov.b32 %f0, %r0; mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b64 %rd5, {%r0, %r1};
  mov.u32 %r3, 0; mov.u32 %r4, 0; mov.b64 %rd6, {%r1, %r0}; mov.f32 %f3, %f0;
  ${body}
  ld.param.u64 %rd3, [d]; add.s64 %rd3, %rd3, %rd11; st.global.v2.u32 [%rd3], {%r3, %r4};
  ret;
}
`;

function compare(t, body, inputs, count = threads) {
  const text = kernelOf(body),
    path = join(scratch, "k.ptx");
  writeFileSync(path, text);
  const specs = inputs.map((values, k) => {
    writeFileSync(join(scratch, `${k}.npy`), npy(values));
    emulator.file(`${k}.npy`, npy(values));
    return k;
  });
  const shape = { entry: "k", grid: [count / 128], block: [128] };
  const loaded = ask(emulator, "load", { file: path, text });
  assert.ok(loaded.ok, JSON.stringify(loaded.diagnostics[0]));
  const args = (folder) => [...specs.map((k) => `u32[${count}]=@${folder}${k}.npy`), `u32[${2 * count}]=empty`];
  const prepared = ask(emulator, "prepare", { ...shape, arguments: args("") });
  assert.ok(prepared.ok, JSON.stringify(prepared));
  assert.ok(ask(emulator, "run", { seed: 0 }).ok, body);
  ask(emulator, "array", { argument: 3, npy: true });
  const words = [
    "emulate",
    path,
    "--grid",
    String(shape.grid[0]),
    "--block",
    "128",
    "--save",
    `3=${join(scratch, "3.npy")}`,
  ];
  const native = spawnSync(binary, [...words, ...args(`${scratch}/`).flatMap((arg) => ["--arg", arg])], {
    encoding: "utf8",
  });
  assert.equal(native.status, 0, native.stderr);
  const read = (bytes) => new Uint32Array(Uint8Array.from(bytes.subarray(128)).buffer);
  const ours = read(Buffer.from(emulator.bytes())),
    theirs = read(readFileSync(join(scratch, "3.npy")));
  assert.equal(ours.length, theirs.length);
  const wrong = ours.findIndex((bits, k) => bits !== theirs[k]);
  const hex = (bits) => bits.toString(16).padStart(8, "0");
  const at = inputs.map((values) => hex(values[wrong >> 1] ?? 0));
  assert.equal(wrong, -1, `${body}\nof ${at}: ${hex(ours[wrong] ?? 0)}, natively ${hex(theirs[wrong] ?? 0)}`);
}

/// Words of floats in which corners meet: exponents near each other, mantissas with few ones, subnormals, zeros, NaNs.
function makeFloats(seed, exponentOf) {
  const random = makeRandom(seed);
  return Uint32Array.from({ length: threads }, (_, k) => {
    const sign = random() & 0x80000000,
      kind = random() % 16;
    if (kind === 0)
      return (sign | [0, 1, 0x7fffff, 0x800000, 0x800001, 0x7f7fffff, 0x7f800000, 0x7fc00001][random() % 8]) >>> 0;
    const mantissa = kind < 8 ? ((1 << (random() % 24)) | (1 << (random() % 24))) & 0x7fffff : random() & 0x7fffff;
    return (sign | (Math.max(0, Math.min(254, exponentOf(random, k))) << 23) | mantissa) >>> 0;
  });
}

for (const [name, exponents] of Object.entries({
  "of any size": [(random) => random() % 255, (random) => random() % 255, (random) => random() % 255],
  "whose sum is near a half": [
    (random) => 120 + (random() % 4),
    (random) => 120 + (random() % 4),
    (random) => 112 + (random() % 40),
  ],
  "below the normal": [(random) => 40 + (random() % 30), (random) => 40 + (random() % 30), (random) => random() % 3],
  "of zeros and ones": [(random) => (random() & 1) * 127, () => 127, () => 0],
}))
  test(`fma.rn.f32 ${name}`, (t) => {
    for (const seed of [1, 2, 3])
      compare(
        t,
        "fma.rn.f32 %f3, %f0, %f1, %f2; mov.b32 %r3, %f3;",
        exponents.map((of, k) => makeFloats(10 * seed + k, of)),
      );
  });

/// Counts from 0 to above the width, negative ones, and a few that say nothing.
function makeCounts(seed, width) {
  const random = makeRandom(seed);
  return Uint32Array.from({ length: threads }, () => (random() % 8 === 0 ? random() : random() % (width + 4)));
}
const anyWords = (seed) => Uint32Array.from({ length: threads }, makeRandom(seed));

const counted = {
  "shl.b16": (count) => `{ .reg .b16 %h<3>; cvt.u16.u32 %h0, %r0; shl.b16 %h1, %h0, ${count}; cvt.u32.u16 %r3, %h1; }`,
  "shr.s16": (count) => `{ .reg .b16 %h<3>; cvt.u16.u32 %h0, %r0; shr.s16 %h1, %h0, ${count}; cvt.u32.u16 %r3, %h1; }`,
  "shl.b32": (count) => `shl.b32 %r3, %r0, ${count};`,
  "shr.u32": (count) => `shr.u32 %r3, %r0, ${count};`,
  "shr.s32": (count) => `shr.s32 %r3, %r0, ${count};`,
  "shl.b64": (count) => `shl.b64 %rd6, %rd5, ${count}; mov.b64 {%r3, %r4}, %rd6;`,
  "shr.u64": (count) => `shr.u64 %rd6, %rd5, ${count}; mov.b64 {%r3, %r4}, %rd6;`,
  "shr.s64": (count) => `shr.s64 %rd6, %rd5, ${count}; mov.b64 {%r3, %r4}, %rd6;`,
  "shf.l.wrap": (count) => `shf.l.wrap.b32 %r3, %r0, %r1, ${count};`,
  "shf.l.clamp": (count) => `shf.l.clamp.b32 %r3, %r0, %r1, ${count};`,
  "shf.r.wrap": (count) => `shf.r.wrap.b32 %r3, %r0, %r1, ${count};`,
  "shf.r.clamp": (count) => `shf.r.clamp.b32 %r3, %r0, %r1, ${count};`,
  "bfe.u32": (count) => `bfe.u32 %r3, %r0, ${count}, %r1;`,
  "bfe.s32 of a fixed length": (count) => `bfe.s32 %r3, %r0, ${count}, 9;`,
  "bfe.u64": (count) => `bfe.u64 %rd6, %rd5, ${count}, 17; mov.b64 {%r3, %r4}, %rd6;`,
  "bfe.s64": (count) => `bfe.s64 %rd6, %rd5, 7, ${count}; mov.b64 {%r3, %r4}, %rd6;`,
};
for (const [name, body] of Object.entries(counted))
  test(name, (t) => {
    const count = 4096;
    const inputs = [anyWords(5), anyWords(6), makeCounts(7, 64)].map((values) => values.subarray(0, count).slice());
    compare(t, body("%r2"), inputs, count); // by lane
    const alike = inputs[2].map((_, k) => inputs[2][k >> 5]); // by warp
    compare(t, body("%r2"), [inputs[0], inputs[1], alike], count);
    compare(t, body("13"), inputs, count);
    const half = `setp.lt.u32 %p1, %r0, 0x80000000; @%p1 bra $L; ${body("%r2")} $L:`;
    compare(t, half, [inputs[0], inputs[1], alike], count);
    // The result takes the place of the count.
    if (/%r3, .*%r2/.test(body("%r2")))
      compare(t, `${body("%r2").replace("%r3", "%r2")} mov.u32 %r3, %r2;`, [inputs[0], inputs[1], alike], count);
  });
