// SPDX-License-Identifier: Apache-2.0
// Attention: from a matrix of scores to none.

import { exampleWith, textOfLesson, type Lesson, type Step } from "./lesson";

const step = (
  name: string,
  after: string,
  title: string,
  text: string[],
  look: string,
  draws: Step["draws"],
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

export const attention: Lesson = {
  name: "attention",
  title: "Attention",
  summary: "Softmax over scores that are never stored: blocks, a running maximum, causal masks, tensor cores.",
  intro: [
    "Attention weighs values by how well keys match queries: `softmax(q @ k.T) @ v`. The scores are a matrix of sequence by sequence for each head. Written down it would be most of the traffic. These steps get rid of it.",
  ],
  good: "as the reference",
  pane: "tilings",
  measures: ["grid", "bytes", "prediction"],
  steps: [
    step(
      "attention_whole",
      "",
      "All scores of a head at once",
      [
        "One program for each head: it sees all its queries, keys and values, and holds all its scores. It is the formula as one writes it.",
      ],
      "four programs. The compiler cuts each into blocks of threads by itself, as far as it can: the table says how many there are.",
      ["tilings"],
    ),
    step(
      "attention_queries",
      "attention_whole",
      "Queries in blocks",
      [
        "Rows of scores know nothing of each other, so queries can be split among programs. Each still sees all keys and values of its head, and its scores are a block of rows.",
      ],
      "keys and values are now read once for each block of queries.",
      ["tilings"],
    ),
    step(
      "attention_online",
      "attention_queries",
      "Keys in blocks: the running maximum",
      [
        "A softmax seems to need the whole row: its maximum, its sum. But both can be kept up to date. When a later block of keys has a larger score, everything summed up so far is multiplied by `exp(old - new)`. So a program walks over keys and holds one small block of scores.",
      ],
      "the tiling is the same: what changed is inside the program. The scores it holds no longer grow with the sequence.",
      ["tilings"],
    ),
    step(
      "attention_causal",
      "attention_online",
      "Causal: blocks that are left out",
      [
        "In a causal model a query sees no later key. Masking alone would compute half of the scores for nothing: the loop ends at the block of the diagonal instead. Programs of later queries have more to do than those of earlier ones.",
      ],
      "the loop's bound depends on the program: see the last line but one of the kernel.",
      ["tilings"],
    ),
    step(
      "attention_bf16",
      "",
      "On tensor cores",
      [
        "The same loop in bfloat16, with `exp2`. Now products are for tensor cores, and the compiler splits the kernel among warpgroups by itself: one copies blocks of keys and values ahead of time, others multiply. The Schedule pane says what it chose.",
      ],
      "what the compiler's model predicts, and what limits it.",
      ["tilings"],
      exampleWith("attention_bf16", {}),
    ),
    step(
      "hopper_attention",
      "",
      "By hand: two warpgroups take turns",
      [
        "Softmax needs the tensor core idle, and products need the other units idle, unless two warpgroups take turns: one multiplies while the other computes its powers.",
      ],
      "the rows of the two tensor cores: where one is empty the other is not.",
      ["timeline"],
      exampleWith("hopper_attention", {}),
    ),
  ],
  further: [
    { name: "attention", text: "Causal, with segments that keep packed sequences apart." },
    { name: "decode_attention", text: "One query: the keys are split among programs, and their results are combined." },
    { name: "triton_attention", text: "Forward and backward in Triton." },
  ],
};
