// SPDX-License-Identifier: Apache-2.0
// `tessera emulate --machine-code`: what ptxas makes of PTX, of which statement each instruction is, and which blocks of the
// machine code stand for which of the PTX. On every example kernel: the marks of statements leave the code as it is.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ptxas, show } from "./compiled.mjs";
import { makeFolder, root, tessera } from "./tessera.mjs";

const skip = ptxas ? false : "there is no ptxas on this machine";
const sums = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry sums(.param .u64 x, .param .u64 out, .param .u32 n)
{
	.reg .pred %p<2>;
	.reg .f32 %f<3>;
	.reg .b32 %r<3>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [out];
	ld.param.u32 %r1, [n];
	mov.f32 %f1, 0f00000000;
$L_loop:
	ld.global.f32 %f2, [%rd1];
	add.f32 %f1, %f1, %f2;
	st.global.f32 [%rd2], %f1;
	bar.sync 0;
	add.s64 %rd1, %rd1, 4;
	add.s32 %r1, %r1, -1;
	setp.ne.s32 %p1, %r1, 0;
	@%p1 bra $L_loop;
	ret;
}
`;

function writeSums(t, text = sums) {
  const folder = makeFolder(t), file = join(folder, "sums.ptx");
  writeFileSync(file, text);
  return { folder, file };
}

test("an instruction a line, with its block and its PTX", { skip }, async (t) => {
  const { file } = writeSums(t);
  const { code, stdout, stderr } = await tessera(["emulate", file, "--machine-code"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^`sums` for sm_90: \d+ instructions, \d+ registers\n/);
  assert.match(stdout, /global-load +\d+ +[y-] +w[0-5] r. ...... ... +(@\S+ )?LDG R\d+ = R\d+-R\d+ +15: ld\.global\.f32 +%f2, \[%rd1\]\n/);
  assert.match(stdout, /fma32 .*FADD R\d+ = R\d+, R\d+ +16: add\.f32/);
  assert.match(stdout, /block 0, then \d.*; PTX block 0\n  at least \d+ cycles a warp: issue slots; .*; alone \d+\n/);
  assert.match(stdout, /; PTX block 1.*\n  at least \d+ cycles a warp: .*memory.*; \d not counted\n/, "accesses and barriers");
  assert.match(stdout, /\nblocks: 3 of 3 match \(.*\)\n/);
  assert.match(stdout, /\nloop in line 15: (kept|unrolled \d+ times)\n/);
});

test("in JSON", { skip }, async (t) => {
  const { file } = writeSums(t);
  const { code, stdout } = await tessera(["emulate", file, "--machine-code", "--json", "--entry", "sums"]);
  assert.equal(code, 0);
  const [kernel] = JSON.parse(stdout).kernels;
  assert.equal(kernel.name, "sums");
  assert.equal(kernel.unknown, 0);
  const load = kernel.instructions.find(({ operation }) => operation === "global-load");
  assert.deepEqual([load.function, load.statement, load.line, load.instruction], ["sums", 4, 15, "LDG"]);
  assert.ok(kernel.instructions.some(({ waits }) => waits >> load.writeCounter & 1), "somebody waits for the load");
  for (const { begin, end, bounds } of kernel.blocks) assert.equal(bounds.cycles["issue slots"], end - begin);
  assert.ok(kernel.blocks.some(({ bounds }) => bounds.limit === "issue slots" && bounds.alone > 0 && bounds.uncounted === 0));
  const branch = kernel.instructions.find(({ instruction, guard }) => instruction === "BRA" && guard);
  assert.equal(branch.target % 16, 0);
  assert.deepEqual(kernel.functions[0].loops.map(({ header, blocks }) => [header, blocks]), [[1, [1]]]);
});

test("a map travels, and is of one text", { skip }, async (t) => {
  const { folder, file } = writeSums(t), map = join(folder, "sums.map");
  const saved = await tessera(["emulate", file, "--save-machine-map", map]);
  assert.equal(saved.code, 0, saved.stderr);
  assert.equal(saved.stdout, "");
  const made = await tessera(["emulate", file, "--machine-code"]);
  const alone = await tessera(["emulate", file, "--machine-map", map]);
  assert.deepEqual([alone.code, alone.stderr], [2, "tessera: error: `--machine-map` goes with `--machine-code` or `--time`\n"]);
  const read = await tessera(["emulate", file, "--machine-code", "--machine-map", map]);
  assert.equal(read.code, 0, read.stderr);
  assert.equal(read.stdout, made.stdout);

  writeFileSync(file, sums.replace("-1", "-2"));
  const other = await tessera(["emulate", file, "--machine-code", "--machine-map", map]);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /the map is of another PTX text .*: make it anew from this text/);
  writeFileSync(map, readFileSync(map, "utf8").replace(/^kernel.*/m, "kernel"));
  const damaged = await tessera(["emulate", file, "--machine-code", "--machine-map", map]);
  assert.equal(damaged.code, 2);
  assert.match(damaged.stderr, /line 5 of the machine map: `kernel`, expected `kernel NAME REGISTERS INSTRUCTIONS`/);
});

test("what ptxas refuses, what is no kernel, what is no PTX", { skip }, async (t) => {
  const refused = writeSums(t, sums.replace("%rd1, %rd1, 4", "%rd1, %rd1, %rd9")).file;
  assert.equal((await tessera(["emulate", refused, "--machine-code"])).code, 3);
  const { file } = writeSums(t, sums.replace("sm_90a", "sm_30"));
  const old = await tessera(["emulate", file, "--machine-code"]);
  assert.equal(old.code, 3);
  assert.match(old.stderr, /`ptxas` does not accept the PTX.*\[ptx-syntax\]|sm_30/s);
  const none = await tessera(["emulate", writeSums(t).file, "--machine-code", "--entry", "other"]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /there is no kernel `other`/);
});

/** `{NAME: bytes}` of a cubin's code. */
function readCode(cubin) {
  const number = (at, size) => (size === 8 ? Number(cubin.readBigUInt64LE(at)) : cubin.readUIntLE(at, size));
  const [table, entry, count, names] = [number(40, 8), number(58, 2), number(60, 2), number(62, 2)];
  const field = (section, at, size) => number(table + section * entry + at, size);
  const code = {};
  for (let section = 0; section < count; ++section) {
    const begin = field(names, 24, 8) + field(section, 0, 4);
    const name = cubin.toString("latin1", begin, cubin.indexOf(0, begin));
    const at = field(section, 24, 8);
    if (name.startsWith(".text.")) code[name.slice(6)] = cubin.subarray(at, at + field(section, 32, 8)).toString("hex");
  }
  return code;
}

/** The same of a map: words have their high half first there. */
function readMapCode(text) {
  const code = {};
  let kernel;
  for (const line of text.split("\n")) {
    const [first, second] = line.split(" ");
    if (first === "kernel") code[(kernel = second)] = "";
    else if (/^[0-9a-f]{16}$/.test(first))
      code[kernel] += Buffer.from(second + first, "hex").subarray(0, 8).reverse().toString("hex") + Buffer.from(first, "hex").reverse().toString("hex");
  }
  return code;
}

const kernels = readdirSync(join(root, "shared", "kernels")).filter((name) => name.endsWith(".py"));
for (const target of ["sm_80", "sm_90a"])
  test(`every example's machine code for ${target}: unchanged by marks, and its blocks are matched`, { skip, timeout: 600_000 }, async (t) => {
    const folder = makeFolder(t), execute = promisify(execFile);
    const file = join(folder, "kernel.ptx"), map = join(folder, "kernel.map"), cubin = join(folder, "kernel.cubin");
    const blocks = {}, reasons = [];
    let texts = 0, unknown = 0;
    for (const name of kernels) {
      const { error, ptx } = await show(readFileSync(join(root, "shared", "kernels", name), "utf8"), "", target);
      if (error && name.startsWith("hopper_") && target === "sm_80") continue; // warpgroups
      assert.ok(ptx, `${name}: ${error}`);
      for (const text of ptx) {
        writeFileSync(file, text);
        const shown = await tessera(["emulate", file, "--machine-code", "--json", "--save-machine-map", map]);
        assert.equal(shown.code, 0, `${name}: ${shown.stderr}`);
        await execute(ptxas, [`-arch=${target}`, file, "-o", cubin]);
        assert.deepEqual(readMapCode(readFileSync(map, "utf8")), readCode(readFileSync(cubin)), name);
        ++texts;
        for (const kernel of JSON.parse(shown.stdout).kernels) {
          assert.deepEqual(kernel.findings, [], name);
          unknown += kernel.unknown;
          for (const { match, reason } of kernel.functions.flatMap((one) => [...one.blocks, ...one.loops])) {
            blocks[match] = (blocks[match] ?? 0) + 1;
            if (reason) reasons.push(`${name}: ${reason}`);
          }
        }
      }
    }
    t.diagnostic(`${texts} texts, blocks and loops: ${JSON.stringify(blocks)}, ${unknown} unknown instructions`);
    assert.deepEqual(reasons, []);
    assert.ok(unknown <= 4, `${unknown} unknown instructions`);
  });
