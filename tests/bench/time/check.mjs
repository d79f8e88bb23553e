// SPDX-License-Identifier: Apache-2.0
// Whether the kernels of hopper-attention.cu, hopper-gemm.cu and hopper-rows.cu compute what they should: small ones on
// the emulator, with races looked for, against sums in double precision. A time of a kernel that is wrong says nothing.
//
//   node tests/bench/time/check.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { attentionLaunch, gemmLaunch, gemms, rowsLaunch } from "./published.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const binary = process.env.TESSERA_BINARY ?? join(resolve(here, "../../.."), "build/native/bin/tessera");
const folder = mkdtempSync(join(tmpdir(), "tessera-time-"));

function compile(name) {
  const file = join(folder, `${name}.ptx`);
  execFileSync("nvcc", ["-arch=sm_90a", "-lineinfo", "-ptx", join(here, `${name}.cu`), "-o", file]);
  return file;
}

/** Four bits of exponent, biased by 7, and three of mantissa; no infinities. */
function decodeE4m3(byte) {
  const exponent = (byte >> 3) & 15,
    mantissa = byte & 7;
  const value = exponent ? (1 + mantissa / 8) * 2 ** (exponent - 7) : (mantissa / 8) * 2 ** -6;
  return (byte & 127) === 127 ? NaN : byte & 128 ? -value : value;
}

/** Runs a launch; the arrays of `saved` as numbers. */
function launch(file, { kernel, grid, block, smem, args }, saved) {
  const words = [
    "emulate",
    file,
    "--entry",
    kernel,
    "--grid",
    String(grid),
    "--block",
    String(block),
    "--smem",
    String(smem),
  ];
  for (const argument of args) words.push("--arg", argument);
  for (const index of saved) words.push("--save", `${index}=${join(folder, `${index}.npy`)}`);
  execFileSync(binary, [...words, "--check", "race"], { stdio: ["ignore", "ignore", "inherit"] });
  return saved.map((index) => {
    const bytes = readFileSync(join(folder, `${index}.npy`)),
      begin = 10 + bytes.readUInt16LE(8);
    if (args[index].includes(" e4m3[")) return Float32Array.from(bytes.subarray(begin), decodeE4m3);
    const bits = new Uint32Array((bytes.length - begin) / 2);
    for (let i = 0; i < bits.length; ++i) bits[i] = bytes.readUInt16LE(begin + 2 * i) << 16; // bf16
    return new Float32Array(bits.buffer);
  });
}

/** The largest difference of `found` from `wanted`, as a part of the largest number. */
function compare(found, wanted) {
  let worst = 0,
    largest = 0;
  for (let i = 0; i < wanted.length; ++i) {
    worst = Math.max(worst, Number.isFinite(found[i]) ? Math.abs(found[i] - wanted[i]) : Infinity);
    largest = Math.max(largest, Math.abs(wanted[i]));
  }
  return worst / largest;
}

function attend(q, k, v, heads, rows, depth, scale, isCausal) {
  const out = new Float64Array(q.length);
  for (let head = 0; head < heads; ++head)
    for (let i = 0; i < rows; ++i) {
      const at = (head * rows + i) * depth,
        count = isCausal ? i + 1 : rows,
        weights = new Float64Array(count);
      let largest = -Infinity,
        sum = 0;
      for (let j = 0; j < count; ++j) {
        let score = 0;
        for (let d = 0; d < depth; ++d) score += q[at + d] * k[(head * rows + j) * depth + d];
        largest = Math.max(largest, (weights[j] = score * scale));
      }
      for (let j = 0; j < count; ++j) sum += weights[j] = 2 ** (weights[j] - largest);
      for (let j = 0; j < count; ++j)
        for (let d = 0; d < depth; ++d) out[at + d] += (weights[j] / sum) * v[(head * rows + j) * depth + d];
    }
  return out;
}

let failed = 0;
function tell(name, error, most) {
  failed += !(error <= most);
  console.log(`${error <= most ? "ok" : "WRONG"}  ${name}: ${error.toExponential(1)} of the largest, ${most} allowed`);
}

const attention = compile("hopper-attention");
for (const kernel of ["attention64", "attention64Causal", "attention128", "attention128Causal"])
  for (const rows of [200, 384]) {
    const depth = kernel.includes("128") ? 128 : 64,
      heads = 3,
      inputs = [1, 2, 3].map((seed) => `random:${seed}`);
    // Fewer than there are tiles: CTAs take several.
    const [q, k, v, o] = launch(
      attention,
      attentionLaunch(kernel, heads, rows, { inputs, scale: 0.2, ctas: 2 }),
      [0, 1, 2, 3],
    );
    const wanted = attend(q, k, v, heads, rows, depth, 0.2, kernel.endsWith("Causal"));
    tell(`${kernel}, ${rows} rows`, compare(o, wanted), 2e-2);
  }

const gemm = compile("hopper-gemm");
for (const kernel of Object.keys(gemms)) {
  const { stays, type } = gemms[kernel],
    [m, n] = stays ? [2048, 2048] : [256, 512],
    depth = type ? 384 : 192;
  const [a, b, c] = launch(
    gemm,
    gemmLaunch(kernel, m, n, depth, { inputs: ["random:1", "random:2"], ctas: 8 }),
    [0, 1, 2],
  );
  const wanted = new Float64Array(m * n); // column-major
  for (let j = 0; j < n; ++j)
    for (let i = 0; i < m; ++i) {
      let sum = 0;
      for (let k = 0; k < depth; ++k) sum += a[i * depth + k] * b[j * depth + k];
      wanted[j * m + i] = sum;
    }
  tell(kernel, compare(c, wanted), 1e-2);
}

const rows = compile("hopper-rows");
for (const kind of ["softmax", "layerNorm", "rmsNorm"])
  for (const columns of [1024, 4096, 16384]) {
    const count = 8,
      inputs = [1, 2, 3].map((seed) => `random:${seed}`);
    const [found, x, weight, bias] = launch(rows, rowsLaunch(kind, count, columns, { inputs }), [0, 1, 2, 3]);
    const wanted = new Float64Array(x.length);
    for (let row = 0; row < count; ++row) {
      const own = x.subarray(row * columns, (row + 1) * columns),
        sumOf = (value) => own.reduce((sum, element) => sum + value(element), 0);
      const mean = kind === "layerNorm" ? sumOf((element) => element) / columns : 0,
        deviation = Math.sqrt(sumOf((element) => (element - mean) ** 2) / columns + 1e-5),
        sum = sumOf(Math.exp);
      own.forEach((element, i) => {
        const scaled = ((element - mean) / deviation) * weight[i] + (kind === "layerNorm" ? bias[i] : 0);
        wanted[row * columns + i] = kind === "softmax" ? Math.exp(element) / sum : scaled;
      });
    }
    tell(`${kind}${columns}`, compare(found, wanted), 1e-2);
  }
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
