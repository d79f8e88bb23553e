// SPDX-License-Identifier: Apache-2.0
// Layouts and swizzles: which thread holds what, and where shared memory keeps it.

import { changed, textOfLesson, type Lesson, type Step } from "./lesson";

const step = (
  name: string,
  after: string,
  title: string,
  text: string[],
  look: string,
  draws: Step["draws"] = [],
  source = textOfLesson(name),
): Step => ({
  name,
  title,
  text,
  look,
  after,
  source,
  draws,
});

const swizzled = (bytes: number) => changed(textOfLesson("layouts_swizzle"), "SWIZZLE = 128", `SWIZZLE = ${bytes}`);

export const layouts: Lesson = {
  name: "layouts",
  title: "Layouts and swizzles",
  summary: "Which thread holds which element, how wide it loads, and why rows of shared memory are shuffled.",
  intro: [
    "An array in a kernel is spread over threads: a layout says which lane of which warp holds which element in which register. Memory is fast when a thread moves 16 bytes at once and the lanes of a warp move what lies side by side.",
    "Shared memory has 32 banks of four bytes. When lanes of one access want different words of the same bank, they take turns: a bank conflict. A swizzle shuffles the 16-byte pieces of each row so that rows and columns alike are spread over all banks.",
  ],
  good: "as the reference",
  pane: "layouts",
  measures: ["registers", "banks"],
  steps: [
    step(
      "layouts_copy",
      "",
      "Neighbours go to one thread",
      [
        "128 threads share 1024 elements, eight each. The compiler sees that `x_ptr + i` is contiguous and gives each thread pieces of four neighbours, so that one instruction moves 16 bytes.",
      ],
      "the widest access is 16 bytes a thread, the most there is.",
    ),
    step(
      "layouts_strided",
      "layouts_copy",
      "Every second element",
      [
        "Now the elements of a block lie two apart. No piece of 16 bytes belongs to one thread any more: loads are narrow, and half of each cache line that arrives is thrown away. Stores are still contiguous.",
      ],
      "the narrowest access. The Schedule pane of the playground says why it is not better.",
    ),
    step(
      "layouts_transpose",
      "",
      "Rows in, columns out",
      [
        "A transposition cannot have both sides contiguous in one layout: what lies side by side in `x` lies a row apart in `o`. One value needs two layouts, and what lies between is a conversion, by way of shared memory or of shuffles between lanes.",
      ],
      "the number of values, and what the accesses are. In the playground's Layouts pane choose the value before and the one after `tl.trans`.",
    ),
    step(
      "layouts_product",
      "",
      "Operands in shared memory",
      [
        "The blocks of a product are read by many threads, so they go to shared memory. The compiler chooses a swizzle for each buffer so that writing it by rows and reading it as the tensor core wants are both free of conflicts.",
      ],
      "each square is a word of four bytes, with the number of its bank. Squares of bank 0 are marked: with a swizzle they do not stand below each other.",
      ["banks"],
    ),
    step(
      "layouts_swizzle",
      "",
      "A swizzle by hand",
      [
        "In a Pallas kernel of the `plgpu` kind one may say it: `SwizzleTransform(128)` cuts rows into panels of 128 bytes and shuffles the eight 16-byte pieces of a panel's row by the row's number, exclusive or. The copy engine writes it so, and whoever reads it has to compute the same.",
      ],
      "the banks of the first column: eight rows, eight different places.",
      ["banks"],
    ),
    step(
      "layouts_swizzle_32",
      "layouts_swizzle",
      "A smaller swizzle",
      [
        "With 32 bytes only two pieces trade places. It is for rows that are no longer than that: a panel is as wide as the swizzle, so narrow tiles can have no wider one.",
      ],
      "the marked bank again, and the waves that an access needs beside the least that its bytes need.",
      ["banks"],
      swizzled(32),
    ),
  ],
  further: [
    { name: "transpose_scale", text: "A masked transposition with strides." },
    { name: "hopper_mixed_gemm", text: "int8 becomes bfloat16 in registers, in the layout that the product wants." },
  ],
};
