// SPDX-License-Identifier: Apache-2.0
// Split-K: a product whose result is too small to fill a GPU.

import { changed, textOfLesson, type Lesson, type Step } from "./lesson";

const step = (name: string, after: string, title: string, text: string[], look: string, source = textOfLesson(name)): Step => ({
  name,
  title,
  text,
  look,
  after,
  source,
  draws: ["tilings"],
});

export const splitK: Lesson = {
  name: "split-k",
  title: "Split-K",
  summary: "Long sums, small results: share the sum among programs, and what it costs to put it together again.",
  intro: [
    "A product of 128 by 2048 with 2048 by 128 has a small result and long sums. A program for each block of the result leaves most of a GPU idle. Split-K gives each sum to several programs.",
    "Times in the tables are predicted by the compiler's cost model, which ranks schedules. They are no GPU's.",
  ],
  good: "as torch",
  pane: "schedule",
  measures: ["grid", "bytes", "prediction"],
  steps: [
    step(
      "split_k_none",
      "",
      "A program for each block of the result",
      [
        "Four blocks of 64 by 64, so four programs, each with a loop of 32 steps. An H100 has 132 multiprocessors. The compiler helps itself: it cuts programs into smaller blocks, and lets the blocks of a cluster share a sum. More than that it may not do, since what a program computes is its own.",
      ],
      "how many blocks there are, and what the model says it waits for.",
    ),
    step(
      "split_k_2",
      "split_k_none",
      "Two parts",
      [
        "A third axis of the grid says which part of the sum a program takes. Two programs now have something for the same block of the result. `tl.atomic_add` adds in one step, so that nobody's part is lost; a load, an addition and a store would lose it when two programs meet.",
        "The result must begin as zeros, which somebody has to write.",
      ],
      "the same bytes of `a` and `b`, more of `c`.",
      changed(textOfLesson("split_k_atomic"), "PARTS = 8", "PARTS = 2"),
    ),
    step(
      "split_k_atomic",
      "split_k_2",
      "Eight parts",
      [
        "More parts, shorter loops, more additions to the same words. Floating-point sums depend on their order, and the order of atomics is nobody's: two runs on a GPU may differ in the last bits.",
      ],
      "blocks against waves: as long as all blocks run at once, more of them cost no more time.",
    ),
    step(
      "split_k_32",
      "split_k_atomic",
      "Too many parts",
      [
        "Each part is one step long now. What is added to the result is as much as what is read, and each program starts, fills its pipeline and ends for one product.",
      ],
      "bytes of the result: every part touches all of it.",
      changed(textOfLesson("split_k_atomic"), "PARTS = 8", "PARTS = 32"),
    ),
    step(
      "split_k_parts",
      "split_k_atomic",
      "Parts of their own, then a sum",
      [
        "Without atomics: each part has a place of its own, and a second kernel adds them. That gives the same bits every time. It costs a second launch, and writing and reading the parts.",
      ],
      "there are two kernels now: the tables count both launches.",
    ),
  ],
  further: [
    { name: "decode_attention", text: "The same idea for attention of one query." },
    { name: "triton_persistent_matmul", text: "The other way round: few programs that stay and take block after block." },
  ],
};
