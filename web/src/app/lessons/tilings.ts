// SPDX-License-Identifier: Apache-2.0
// Tilings: how a grid of programs shares arrays.

import { textOfLesson, type Lesson, type Step } from "./lesson";

const step = (name: string, after: string, title: string, text: string[], look: string): Step => ({
  name,
  title,
  text,
  look,
  after,
  source: textOfLesson(name),
  draws: ["tilings"],
});

export const tilings: Lesson = {
  name: "tilings",
  title: "Tilings",
  summary: "Which program of a grid sees which part of which array, and what that costs in bytes.",
  intro: [
    "A kernel is not called once: a grid of programs runs it, each with its own number. A tiling says which block of every array a program sees. It decides how much can run side by side, how much of the chip's fast memory a program needs, and how often the same bytes are read.",
    "Each drawing below has the grid at the left and the arrays beside it. Move the slider: what the chosen program sees is filled.",
  ],
  good: "as the reference",
  pane: "tilings",
  measures: ["grid", "bytes"],
  steps: [
    step(
      "tilings_whole",
      "",
      "No grid: one program sees everything",
      [
        "`pl.pallas_call` without a grid runs the kernel once. `x_ref` is the whole array. Nothing runs side by side, and no chip has room for a large array near one program.",
      ],
      "the grid has a single cell, and both arrays are filled.",
    ),
    step(
      "tilings_rows",
      "tilings_whole",
      "A grid, and a BlockSpec",
      [
        "Now there are as many programs as there are blocks of rows. The `BlockSpec` says two things: how large a block is, and, as a function of the program's number, which block it is. `lambda i: (i, 0)` counts in blocks, not in elements.",
        "The kernel's text is the same. `x_ref` is now a block.",
      ],
      "each program has rows of its own: no two touch the same bytes, so all bytes together are read once.",
    ),
    step(
      "tilings_product_2",
      "",
      "A product: blocks are read by several programs",
      [
        "A block of `z = x @ y` needs all the rows of `x` beside it and all the columns of `y` above it. So programs in one row of the grid read the same block of `x`, those in one column the same block of `y`.",
      ],
      "step along a row of the grid: the block of `x` stays, the block of `y` changes. The table counts how often each array is read as a whole.",
    ),
    step(
      "tilings_product_4",
      "tilings_product_2",
      "Smaller blocks: more programs, more bytes",
      [
        "With four by four blocks four times as many programs can run side by side and each needs less room. But each block of `x` is now wanted by four programs. That is the trade in every tiling of a product: small blocks fill the chip, large ones read less.",
      ],
      "what a program sees is half of what it was, and the bytes that all of them read are twice as many.",
    ),
    step(
      "tilings_sum",
      "tilings_product_4",
      "An axis for the sum",
      [
        "A program need not see a whole row of `x` at once. A third axis of the grid walks along the sum: the block of `z` stays the same while `k` changes, and the kernel adds to it. `pl.when(pl.program_id(2) == 0)` begins with zeros.",
        "The last axis runs fastest, one program after the other, so the block of `z` can stay where it is until its sum is complete.",
      ],
      "play the slider: `z` stays for a few programs while `x` and `y` move. What a program sees at once no longer grows with the length of the sum.",
    ),
    step(
      "tilings_ragged",
      "",
      "Sizes that do not fit",
      [
        "`pl.cdiv` rounds the number of blocks up, and the last block of a row or a column reaches past the array. What is read there is undefined, what is written there vanishes. A kernel that sums over a block has to mask what lies outside.",
      ],
      "the last program's block hangs over the edge, and only its inner part is filled.",
    ),
  ],
  further: [
    { name: "grids_blockspecs", text: "Blocks counted in elements, squeezed axes, index maps of every kind." },
    { name: "pipelining", text: "Sums and products over an axis of the grid." },
    { name: "triton_matmul", text: "The same in Triton, where offsets are computed by hand, in an order that reuses the cache." },
  ],
};
