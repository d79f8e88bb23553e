// SPDX-License-Identifier: Apache-2.0
// Matrix products that the compiler makes kernels of warpgroups of, from each way in which people write them: whole blocks (Pallas), K as an axis of the grid (Pallas),
// Triton's tutorial, its persistent form and its descriptors, at sizes that divide and that do not. Each gives on the emulator what it gives in the interpreter, without a race
// under five schedules; its code copies by TMA both ways, hands registers on, and assembles without spills and without serialized products.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const cases = [
  ["tests/e2e/gemm/pallas_blocks.py", "", "M=512 N=512 K=192", "M=200 N=176 K=136", "M=128 N=1024 K=64 PROGRAMS_M=1 PROGRAMS_N=8", "KIND='activation'"],
  ["tests/e2e/gemm/pallas_grid.py", "", "BATCH=1 M=192 N=128 K=128", "M=136 N=72"],
  ["shared/kernels/triton_matmul.py", "", "M=200 N=264 K=136"],
  ["shared/kernels/triton_persistent_matmul.py", "", "M=328 N=264 K=200"],
];

/** Tiles that large products get, on small ones: the ring goes round, blocks do several tiles. */
const tunes = ["", "consumers=2;tile_n=64;stages=2", "consumers=2;tile_n=256", "consumers=1;tile_n=128;group=2", "consumers=1;tile_n=64;cluster=2", "consumers=2;cluster=2"];

function findTool(name) {
  for (const path of [name, `/usr/local/cuda/bin/${name}`])
    try {
      execFileSync(path, ["--version"], { stdio: "ignore" });
      return path;
    } catch {}
  return null;
}

/** A sum stored in two halves that are cut out of it is not taken: without that. */
const readSource = (file) => readFileSync(join(root, file), "utf8").replace("for subtile in (False, True)", "for subtile in (False,)");

async function run(file, choice, ...args) {
  const settings = choice.split(" ").filter(Boolean).flatMap((setting) => ["--set", setting]);
  const { code, stdout, stderr } = await tessera(["run", "-", "--json", "--target=sm_90a", "--device=emulator", ...settings, ...args], { input: readSource(file) });
  const result = stdout ? JSON.parse(stdout) : { diagnostics: [] };
  const errors = result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message).join("\n");
  assert.equal(code, 0, `${stderr}\n${errors}`);
  return result;
}

const isSpecialized = ({ ptx }) => /wgmma\.mma_async/.test(ptx);
const checkSpecialized = (kernels) => {
  assert.ok(kernels.length > 0);
  for (const kernel of kernels) assert.ok(isSpecialized(kernel), `${kernel.name} is no kernel of warpgroups`);
};

for (const [file, ...sizes] of cases) {
  for (const size of sizes)
    test(`${file} ${size}: by warpgroups, as in the interpreter`, async () => {
      const { kernels } = await run(file, size, "--compare", "--check=race", "--seeds=5");
      checkSpecialized(kernels);
    });
  for (const tune of tunes.slice(1))
    test(`${file} --tune=${tune}: as in the interpreter`, async () => {
      const { kernels } = await run(file, "", "--compare", "--check=race", "--seeds=2", `--tune=${tune}`);
      checkSpecialized(kernels);
    });
}

for (const [file, ...sizes] of cases)
  for (const size of sizes)
    test(`${file} ${size} --tune=cluster=2: two blocks share each tile of b`, async () => {
      const { kernels } = await run(file, size, "--compare", "--check=race", "--seeds=3", "--tune=cluster=2");
      checkSpecialized(kernels);
      for (const { ptx } of kernels) {
        assert.match(ptx, /\.multicast::cluster/);
        // An arrival of the cluster's scope is two full fences; here it hands nothing over, a slot has been read.
        assert.match(ptx, /mbarrier\.arrive\.shared::cluster/);
        assert.doesNotMatch(ptx, /mbarrier\.arrive\.release\.cluster/);
      }
    });

/** The low 12 bits of each instruction of a cubin's one function (compiler/codegen/Opcodes.cpp names them). */
function readOpcodes(file) {
  const bytes = readFileSync(file), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const long = (at) => Number(view.getBigUint64(at, true)), word = (at) => view.getUint32(at, true);
  const table = long(0x28), count = view.getUint16(0x3c, true), names = long(table + 64 * view.getUint16(0x3e, true) + 24);
  for (let section = table; section < table + 64 * count; section += 64) {
    const name = names + word(section);
    if (bytes.toString("latin1", name, name + 6) !== ".text.") continue;
    return Array.from({ length: long(section + 32) / 16 }, (_, index) => word(long(section + 24) + 16 * index) & 0xfff);
  }
  throw new Error("no code");
}
const opcodes = { HGMMA: [0x9f0, 0xdf0], UTMALDG: [0x5b4], UTMASTG: [0x3b5], USETMAXREG: [0x9c8], STSM: [0x844] };

// A step's sum is that of 128 products, in the tensor core's 13 bits; these are added as f32.
for (const size of ["", "M=200 N=72 K=144", "DTYPE='e5m2' K=1024"])
  test(`tests/e2e/gemm/triton_float8.py ${size}: by warpgroups, as in the interpreter`, async () => {
    const { kernels } = await run("tests/e2e/gemm/triton_float8.py", size, "--compare", "--check=race", "--seeds=5");
    checkSpecialized(kernels);
    for (const { ptx } of kernels) {
      assert.match(ptx, /wgmma\.mma_async\.sync\.aligned\.m64n\d+k32\.f32\.e[45]m[32]\.e[45]m[32]/);
      assert.match(ptx, /add\.rn\.f32/);
    }
  });

test("tests/e2e/gemm/triton_float8.py: the tiles that large products get, as in the interpreter", async () => {
  const { kernels } = await run("tests/e2e/gemm/triton_float8.py", "", "--compare", "--check=race", "--seeds=2", "--tune=consumers=2;tile_n=128");
  checkSpecialized(kernels);
});

test("tests/e2e/gemm/triton_float8.py: sums that must be exact are not the tensor core's", async () => {
  const { kernels } = await run("tests/e2e/gemm/triton_float8.py", "IMPRECISE=32", "--compare");
  for (const { ptx } of kernels) assert.doesNotMatch(ptx, /\.e4m3\.e4m3/);
});

for (const size of ["", "M=200 N=72 K=144"])
  test(`tests/e2e/gemm/pallas_bytes.py ${size}: by warpgroups, as in the interpreter`, async () => {
    checkSpecialized((await run("tests/e2e/gemm/pallas_bytes.py", size, "--compare", "--check=race", "--seeds=5")).kernels);
  });

// Of flat arrays a batch is found by what its rows can reach; where M is in no mask, by what the programs write.
const batches = ["", "MASKS=True", "ORDER='flat'", "HEADS=2", "HEADS=2 ORDER='flat' MASKS=True", "BATCH=1 EPILOGUE='rows'", "BATCH=1 EPILOGUE='residual'", "EPILOGUE='rows'", "EPILOGUE='scale'"];
for (const size of batches)
  test(`tests/e2e/gemm/triton_batches.py ${size}: by warpgroups, as in the interpreter`, async () => {
    checkSpecialized((await run("tests/e2e/gemm/triton_batches.py", size, "--compare", "--check=race", "--seeds=3")).kernels);
  });
test("tests/e2e/gemm/triton_batches.py: batches of one step along K, as in the interpreter", async () => {
  await run("tests/e2e/gemm/triton_batches.py", "M=64 N=64 K=64", "--compare", "--check=race");
});
test("tests/e2e/gemm/triton_batches.py: batches with ragged rows, as in the interpreter", async () => {
  for (const order of ["axes", "flat"]) await run("tests/e2e/gemm/triton_batches.py", `M=200 N=72 K=136 MASKS=True ORDER='${order}'`, "--compare", "--check=race");
});

// What kernels do besides multiplying, and products that branches decide on; by one and by two consumers.
for (const file of ["tests/e2e/gemm/triton_effects.py", "tests/e2e/gemm/triton_branches.py"])
  for (const [size, tune] of [["", "consumers=2"], ["", "consumers=1"], ["M=384 BK=64", "stages=2"]])
    test(`${file} ${size} --tune=${tune}: by warpgroups, as in the interpreter`, async () => {
      checkSpecialized((await run(file, size, "--compare", "--check=race", "--seeds=3", `--tune=${tune}`)).kernels);
    });

// Few rows: tiles that are shared by as many blocks as there are multiprocessors for.
for (const [size, tile] of [
  ["16 4096 4096", "64 rows and 64 columns"],
  ["64 4096 4096", "64 rows and 64 columns"],
  ["256 4096 4096", "128 rows and 128 columns"],
  ["4096 4096 4096", "128 rows and 256 columns"],
])
  test(`a product of ${size} has blocks of ${tile}`, async () => {
    const settings = size.split(" ").flatMap((extent, index) => ["--set", `${"MNK"[index]}=${extent}`]);
    const program = join(root, "tests/bench/peers/programs/gemm_triton.py");
    const { stderr } = await tessera(["compile", program, "--target", "sm_90a", "--set", "BLOCK_M=64", ...settings]);
    assert.ok(stderr.includes(`with blocks of ${tile}:`), stderr);
  });

const ptxas = findTool("ptxas");
for (const [file] of cases)
  test(`${file}: the code that large products get`, { skip: !ptxas && "SKIP: ptxas is not installed" }, async (t) => {
    const folder = makeFolder(t);
    const { kernels } = await run(file, "", "--tune=consumers=2;tile_n=256");
    for (const [index, { name, ptx }] of kernels.filter(isSpecialized).entries()) {
      const source = join(folder, `${index}.ptx`), cubin = join(folder, `${index}.cubin`);
      writeFileSync(source, ptx);
      const log = execFileSync("sh", ["-c", `${ptxas} -v -arch=sm_90a -o ${cubin} ${source} 2>&1`], { encoding: "utf8" });
      assert.match(log, /0 bytes spill stores, 0 bytes spill loads/, `${name}: ${log}`);
      assert.doesNotMatch(log, /C75(0[4-9]|1\d)/, `${name}: ${log}`);
      const code = readOpcodes(cubin), count = (mnemonic) => code.filter((opcode) => opcodes[mnemonic].includes(opcode)).length;
      const products = code.flatMap((opcode, at) => (opcodes.HGMMA.includes(opcode) ? [at] : []));
      assert.equal(products.length, 4, `${name}: a pass's`);
      for (const at of [1, 2, 3]) {
        const between = code.slice(products[at - 1] + 1, products[at]);
        assert.ok(between.length <= 24 && !between.includes(0x9c5), `${name}: something waits between the products at ${products}`);
      }
      assert.ok(count("UTMALDG") >= 2 && count("UTMASTG") >= 4 && count("STSM") >= 4 && count("USETMAXREG") === 2, name);
    }
  });
