// SPDX-License-Identifier: Apache-2.0
// Published measurements, each with the launch of a kernel of the same structure (kernels.cu, hopper-gemm.cu,
// hopper-attention.cu). Sources by their tags, which shared/rates/Facts.h explains.

const processors = { h100: 132, h200: 132, gh200: 132, a100: 108, "a100-80gb": 108 };

/** A launch of `kernel` on `card`, and how its prediction becomes the number that was `measured`. */
export const points = [];
const add = (family, point) => points.push({ family, ...point });

// --- chains: fitted to these (training)
const chain = (card, kernel, measured, source, per, launch, isTraining = true) =>
  add("chains", {
    card,
    kernel,
    measured,
    source,
    unit: "cycles",
    isTraining,
    ...launch,
    value: (t) => t.cycles / per,
  });
for (const [card, measured, source] of [
  ["h100", 4.07, "R5"],
  ["a100", 4, "P4"],
])
  chain(card, "fmaChain", measured, source, 64 * 64, { grid: 1, block: 32, args: ["f32[32]=zeros", "f32=1", "f32=1"] });
for (const [card, measured, source] of [
  ["h100", 29, "R5"],
  ["a100", 29, "as of the H100"],
])
  chain(card, "sharedChase", measured, source, 200 * 16, { grid: 1, block: 32, args: ["u32[32]=empty", "s32=200"] });
add("chains", {
  card: "h100-pcie",
  kernel: "fmaChains",
  measured: 111.5,
  source: "R2",
  unit: "FFMA/cycle",
  isTraining: true,
  grid: 114,
  block: 1024,
  args: ["f32[116736]=zeros", "f32=1", "f32=1"],
  value: (t) => (1024 * 64 * 64) / t.cycles,
});

// --- streams (F4, G4): threads of a CTA x CTAs of a multiprocessor, GB/s
const elements = 1 << 24;
const streams = {
  gh200: {
    "16x1": [77, 31, 61, 108],
    "128x2": [1167, 486, 854, 1408],
    "512x2": [3718, 1715, 2269, 3338],
    "1024x2": [3942, 2775, 3174, 3783],
  },
  "a100-80gb": {
    "16x1": [53, 21, 40, 72],
    "128x2": [792, 323, 579, 993],
    "512x2": [1908, 1119, 1577, 1697],
    "1024x2": [1894, 1776, 1737, 1794],
  },
};
for (const [card, rows] of Object.entries(streams))
  for (const [shape, values] of Object.entries(rows)) {
    const [threads, resident] = shape.split("x").map(Number);
    // Few threads take long for much: as many elements as give each multiprocessor 64 CTAs are steady, too.
    const n = Math.min(elements, threads * processors[card] * 64);
    ["Init", "Read", "Scale", "Triad"].forEach((name, i) => {
      const bytes = n * 8 * [1, 1, 2, 3][i];
      add(`streams ${card}`, {
        card,
        kernel: `stream${name}`,
        name: `${name.toLowerCase()} ${shape}`,
        measured: values[i],
        source: "R3",
        unit: "GB/s",
        isTraining: shape === "16x1" && i < 2, // what a block takes beside its work is from these
        grid: Math.ceil(n / threads),
        block: threads,
        // What limits the CTAs of a multiprocessor there was shared memory that nothing uses.
        smem: Math.floor(((card === "gh200" ? 227 : 163) * 1024) / resident / 1024) * 1024 - 25 * 1024, // the emulator counts what the file's other kernels have, too
        args: [`f64[${n}]=zeros`, `f64[${n}]=zeros`, `f64[${n}]=zeros`, `s32=${n}`],
        value: (t) => bytes / t.microseconds / 1e3,
      });
    });
  }

// --- roofline (F4): multiply-adds of f32 beside a stream; 1,056 CTAs of 256 threads
const rooflines = {
  h200: [
    [0, 3759],
    [8, 8.46],
    [16, 15.87],
    [32, 26.67],
    [40, 27.57],
    [64, 35.81],
    [128, 39.11],
    [256, 41.23],
    [408, 42.44],
  ],
  a100: [
    [0, 1372],
    [24, 8.26],
    [40, 13.17],
  ],
};
for (const [card, rows] of Object.entries(rooflines))
  for (const [fmas, measured] of rows) {
    const n = 1056 * 256 * (fmas > 32 ? 16 : 64);
    add(`roofline ${card}`, {
      card,
      kernel: `roofline${fmas}`,
      measured,
      source: "R3",
      unit: fmas ? "TFLOP/s" : "GB/s",
      grid: 1056,
      block: 256,
      args: [`f32[${n}]=zeros`, `s32=${n}`],
      value: (t) => (fmas ? ((fmas + 1) * n) / t.microseconds / 1e6 : (4 * n) / t.microseconds / 1e3),
    });
  }

// --- data that stays in the L2 cache, and data that does not (F4, G4): GB/s at so many KiB
const cached = {
  h200: [
    [8192, 10252],
    [25600, 9675],
    [40448, 9666],
    [48128, 7543],
    [63488, 4464],
    [99840, 3904],
    [1064448, 3889],
  ],
  "a100-80gb": [
    [8192, 5437],
    [25600, 5376],
    [30720, 4000],
    [40448, 2462],
    [63488, 1895],
    [256000, 1838],
  ],
};
for (const [card, rows] of Object.entries(cached))
  for (const [kibibytes, measured] of rows) {
    const run = kibibytes / 512,
      first = processors[card] * 2; // that stand there at once
    const blocks = first * 8; // of the first pass all are misses: several follow
    const grid = Math.max(blocks, Math.ceil(run / 2) * 4);
    add(`L2 cache ${card}`, {
      card,
      kernel: "cached",
      name: `${Math.round(kibibytes / 102.4) / 10} thousand KiB`,
      measured,
      source: "R3",
      unit: "GB/s",
      grid,
      block: 1024,
      args: ["f64[1024]=empty", `f64[${run * 65536}]=zeros`, `s32=${run}`, `s32=${first}`],
      // What the first blocks leave out and what the last ones do is as much as one block for each that stands there.
      value: (t) => ((grid - first) * 524288) / t.microseconds / 1e3,
    });
  }

// --- boxes by the copy engine (F11), GiB/s; the credit of memory after a pause was fitted to the small ones
const boxes = {
  1024: [223, 437, 640, 830],
  2048: [422, 801, 1122, 1380],
  8192: [1229, 1729, 1811, 1803],
  16384: [1708, 1807, 1820, 1826],
};
for (const [bytes, values] of Object.entries(boxes))
  values.forEach((measured, i) => {
    const grid = 114 * (i + 1),
      count = 64;
    add("boxes h800-pcie", {
      card: "h800-pcie",
      kernel: "boxes",
      name: `${bytes} B, ${grid} CTAs`,
      measured,
      source: "R4",
      unit: "GiB/s",
      isTraining: Number(bytes) <= 2048,
      grid,
      block: 32,
      smem: 16384,
      args: [`u8[${bytes * grid * count}]=zeros`, `s32=${bytes}`, `s32=${count}`],
      value: (t) => (bytes * grid * count) / t.microseconds / 1e-6 / 2 ** 30,
    });
  });

// --- the same of two dimensions: boxes of so many floats out of a matrix with rows of 32,768
for (const [width, height, values] of [
  [16, 16, [178, 346, 497, 643]],
  [32, 16, [349, 668, 947, 1182]],
  [32, 32, [631, 1126, 1473, 1645]],
])
  values.forEach((measured, i) => {
    const grid = 114 * (i + 1),
      count = 64,
      across = 32768 / width;
    const down = Math.ceil((grid * count) / across) * height;
    add("boxes h800-pcie", {
      card: "h800-pcie",
      kernel: "boxes2d",
      name: `${width} x ${height}, ${grid} CTAs`,
      measured,
      source: "R4",
      unit: "GiB/s",
      isTraining: width === 16 && grid === 114, // what a tensor copy takes more is from this one
      grid,
      block: 32,
      smem: 16384,
      args: [
        `memory f32[${down},32768]=zeros`,
        `map(0)=box:${height}x${width}`,
        `s32=${width}`,
        `s32=${height}`,
        `s32=${across}`,
        `s32=${count}`,
      ],
      value: (t) => (width * height * 4 * grid * count) / t.microseconds / 1e-6 / 2 ** 30,
    });
  });

/**
 * `kernel` of hopper-attention.cu on so many heads of all batches; `inputs` are what its arrays are filled with, `ctas`
 * those that stay where there are fewer multiprocessors than an H100 has.
 */
export function attentionLaunch(
  kernel,
  heads,
  rows,
  { inputs = ["zeros", "zeros", "zeros"], scale = 0.1, ctas = 132 } = {},
) {
  const depth = kernel.includes("128") ? 128 : 64,
    queries = depth === 64 ? 192 : 128,
    keys = kernel === "attention128" ? 176 : 128;
  const map = (array, tile) => `map(${array})=box:1x${tile}x64,swizzle:128`;
  return {
    file: "hopper-attention",
    kernel,
    grid: Math.min(ctas, Math.ceil(rows / queries) * heads),
    block: 128 + 2 * queries,
    smem: (queries + 4 * keys) * depth * 2 + (depth === 64 ? queries * depth * 2 : 0) + 256,
    args: [
      ...[...inputs, "empty"].map((fill) => `memory bf16[${heads},${rows},${depth}]=${fill}`),
      map(0, queries),
      map(1, keys),
      map(2, keys),
      map(3, 64),
      `s32=${rows}`,
      `s32=${heads}`,
      `f32=${scale}`,
    ],
  };
}

/** What a tile has, how many there are in the ring, and whether CTAs stay. */
export const gemms = {
  gemm2: { rows: 64, columns: 64, stages: 1, threads: 128 },
  gemm3: { rows: 128, columns: 128, stages: 1, threads: 128 },
  gemm4: { rows: 128, columns: 128, stages: 5, threads: 256 },
  gemm5: { rows: 128, columns: 256, stages: 3, threads: 384 },
  gemm6: { rows: 128, columns: 256, stages: 4, threads: 384, stays: true },
  gemm7: { rows: 128, columns: 256, stages: 4, threads: 384, stays: true },
  gemm8: { rows: 128, columns: 256, stages: 4, threads: 384, stays: true, cluster: 2 },
  gemm10: { rows: 128, columns: 256, stages: 3, threads: 384, stays: true, cluster: 2, storesTiles: true },
  gemm10Fp8: {
    rows: 128,
    columns: 256,
    stages: 3,
    threads: 384,
    stays: true,
    cluster: 2,
    storesTiles: true,
    type: "e4m3",
  },
  gemm10Fp8Sums: {
    rows: 128,
    columns: 128,
    stages: 5,
    threads: 384,
    stays: true,
    cluster: 2,
    storesTiles: true,
    type: "e4m3",
  },
};

/** `kernel` of hopper-gemm.cu: C, of m x n, of A and B, whose rows have k. `ctas`: those that stay. */
export function gemmLaunch(kernel, m, n, k, { inputs = ["zeros", "zeros"], ctas = 128 } = {}) {
  const { rows, columns, stages, threads, stays, cluster = 1, storesTiles, type = "bf16" } = gemms[kernel];
  const depth = type === "bf16" ? 64 : 128;
  return {
    file: "hopper-gemm",
    kernel,
    grid: stays ? ctas : (m / rows) * (n / columns),
    block: threads,
    smem: stages * (rows + columns) * 128 + (storesTiles ? rows * columns * 2 : 0) + 256,
    args: [
      `memory ${type}[${m},${k}]=${inputs[0]}`,
      `memory ${type}[${n},${k}]=${inputs[1]}`,
      `memory bf16[${n},${m}]=empty`,
      `map(0)=box:${rows}x${depth},swizzle:128`,
      `map(1)=box:${columns / cluster}x${depth},swizzle:128`,
      `map(2)=box:${columns}x${rows}`,
      "&2",
      `s32=${m}`,
      `s32=${n}`,
      `s32=${k}`,
    ],
  };
}

/** Softmax or a norm of rows of bf16, by hopper-rows.cu: `softmax`, `layerNorm` or `rmsNorm`. */
export function rowsLaunch(kind, rows, columns, { inputs = ["zeros", "zeros", "zeros"] } = {}) {
  const threads = { 1024: 32, 4096: 64, 16384: 128 }[columns]; // of a row
  return {
    file: "hopper-rows",
    kernel: `${kind}${columns}`,
    grid: rows / (128 / threads),
    block: 128,
    smem: 0,
    args: [
      `memory bf16[${rows},${columns}]=empty`,
      `memory bf16[${rows},${columns}]=${inputs[0]}`,
      `memory bf16[${columns}]=${inputs[1]}`,
      `memory bf16[${columns}]=${inputs[2]}`,
      "&0",
      "&1",
      "&2",
      "&3",
    ],
  };
}

// --- attention forward (F3), H100 at 1,500 MHz: us. The product of batch and rows is 16,384 but for the first one.
for (const [batch, rows, values] of [
  [64, 512, [465.92, null, 268.26, 244.06]],
  [32, 1024, [804.06, 515.3, 457.6, null]],
  [16, 2048, [1240, 734.4, null, 470.14]],
  [8, 4096, [null, 1300, 1610, 841.18]],
  [4, 8192, [4380, null, 3110, 1590]],
  [16, 512, [119.39, 88.16, 71.71, 65.31]],
])
  ["attention64", "attention64Causal", "attention128", "attention128Causal"].forEach((kernel, i) => {
    if (values[i] === null) return;
    add("attention h100", {
      card: "h100",
      name: `${kernel} ${batch} x ${rows}`,
      measured: values[i],
      source: "R1",
      unit: "us",
      clock: 1500,
      ...attentionLaunch(kernel, batch * (i < 2 ? 32 : 16), rows),
      value: (t) => t.microseconds,
    });
  });

// --- products of bf16, 4096 cubed, step by step (F1), H100, clock free: TFLOP/s
for (const [kernel, measured] of [
  ["gemm2", 317],
  ["gemm3", 423],
  ["gemm4", 498],
  ["gemm5", 610],
  ["gemm6", 660],
  ["gemm7", 704],
  ["gemm8", 734],
  ["gemm10", 758],
])
  add("bf16 products h100", {
    card: "h100",
    measured,
    source: "R7",
    unit: "TFLOP/s",
    isTraining: kernel === "gemm2", // what requests of a line by several CTAs save is from it
    ...gemmLaunch(kernel, 4096, 4096, 4096),
    value: (t) => (2 * 4096 ** 3) / t.microseconds / 1e6,
  });

// --- strides (F4, G5): bytes a cycle and multiprocessor of loads that the L1 cache has; rates were fitted to these
for (const [card, values] of [
  ["h200", [126, 64, 79, 32, 64, 53, 16, 42.6, 37.5, 27.8]],
  ["a100", [126, 64, 79, 32, 58, 48, 16, 42.2, 35.2, 28.8]],
])
  [1, 2, 3, 4, 5, 7, 8, 9, 11, 15].forEach((stride, i) =>
    add(`strides ${card}`, {
      card,
      kernel: `strides${stride}`,
      measured: values[i],
      source: "R3",
      unit: "B/cycle",
      isTraining: true,
      grid: 1,
      block: 1024,
      args: ["f32[8192]=zeros", "f32[1024]=empty"],
      value: (t) => (1024 * 64 * 8 * 4) / t.cycles,
    }),
  );

// --- products of f32, 4096 cubed (F2, G1), of which the model is given a smaller one with as many CTAs on each
// multiprocessor's share: TFLOP/s hardly change with k
const products = [
  ["sgemmNaive", 0.499, 0.29, 32, 1024],
  ["sgemmCoalesced", 6.05, 3.01, 32, 1024],
  ["sgemmShared", 9.19, 5.44, 32, 1024],
];
for (const [kernel, h100, a100, tile, block] of products)
  for (const [card, measured, source] of [
    ["h100", h100, "R8"],
    ["a100-80gb", a100, "R8b"],
  ]) {
    const n = kernel === "sgemmNaive" ? 512 : 1056;
    add(`f32 products ${card}`, {
      card,
      kernel,
      measured,
      source,
      unit: "TFLOP/s",
      isTraining: kernel === "sgemmShared", // how many turns a broadcast of 16 bytes takes is from these
      grid: `${n / tile},${n / tile}`,
      block,
      args: [`f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `s32=${n}`],
      value: (t) => (2 * n ** 3) / t.microseconds / 1e6,
    });
  }
// Of 4096 the last round of CTAs fills the card to 0.97 (H100) and 0.95 (A100): the smaller sizes do so, too.
for (const [kernel, measured, card, source, tile, block, n] of [
  ["sgemmStrip", 10.2, "a100-80gb", "R8b", 64, 512, 2048],
  ["sgemmSquare", 25.86, "h100", "R8", 128, 256, 2048],
  ["sgemmSquare", 13.4, "a100-80gb", "R8b", 128, 256, 2560],
]) {
  add(`f32 products ${card}`, {
    card,
    kernel,
    measured,
    source,
    unit: "TFLOP/s",
    grid: `${n / tile},${n / tile}`,
    block,
    args: [`f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `s32=${n}`],
    value: (t) => (2 * n ** 3) / t.microseconds / 1e6,
  });
}
