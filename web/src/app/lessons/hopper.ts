// SPDX-License-Identifier: Apache-2.0
// The steps of hopper.html: which program of shared/kernels, what it changes, and what to look at in its timeline. What improved is not
// said here: the page computes it from the two timelines.

import { exampleWith, type Lesson, type Step } from "./lesson";

/** All steps multiply the same sizes, so that their timelines can be compared: large enough for a loop of eight steps, small enough for a tab. */
const sizes: Record<string, number> = { M: 256, N: 512, K: 512 };

const steps: Omit<Step, "source" | "draws">[] = [
  {
    name: "hopper_gemm_pipeline",
    title: "One warpgroup, copies ahead of products",
    text: [
      "A program makes one tile of C. At each step over K the tensor core reads a tile of A and one of B from shared memory, and the copy engine has to bring them there. `emit_pipeline` keeps the copies of four steps under way while products run.",
      "Both are asynchronous, and each says “done” in its own way: a copy arrives at a barrier, a product is done when `wgmma_wait` returns. `wgmma_wait(1)` lets the latest product go on, so a step ends while its product still reads its slot. `delay_release=1` tells the pipeline to fill that slot one step later. Take it out, run, and the race is found at both its lines.",
    ],
    look: "The first product waits for the first copies: nothing hides those. After the last product the tile is converted, written to shared memory and stored, and the tensor core has nothing to do.",
    after: "",
  },
  {
    name: "hopper_gemm_warp_specialized",
    title: "A warpgroup copies, two compute",
    text: [
      "One warpgroup that issues copies and products takes turns between them. Here there are three: the last only copies, the first two only multiply, each its own 64 rows. They share the tile of B, so each byte that is copied feeds two products.",
      "`emit_pipeline_warp_specialized` splits the work: the memory thread waits until both consumers have read a slot and fills it again; a consumer waits until its tiles are there, multiplies, and says that it has read them.",
    ],
    look: "Two tensor core rows run side by side, and the waits for free slots have moved to a warpgroup that has nothing better to do.",
    after: "hopper_gemm_pipeline",
  },
  {
    name: "hopper_gemm_tiled_epilogue",
    title: "The result leaves in strips",
    text: [
      "With tiles twice as wide a step does twice the work for one and a half times the bytes. But a whole tile of C in shared memory would take the room of the slots, so the epilogue goes through two small buffers: while the copy engine stores one strip, the next is converted and written to the other.",
    ],
    look: "At the end of a program the stores overlap with the writing of the next strip. `wait_smem_to_gmem(1, wait_read_only=True)` waits only until a buffer has been read, not until its bytes are in place.",
    after: "hopper_gemm_warp_specialized",
  },
  {
    name: "hopper_gemm_planar_snake",
    title: "An order of tiles that reuses the cache",
    text: [
      "Which program makes which tile does not matter to the result, but programs that run at the same time should want the same rows of A and columns of B, so that copies find their bytes in the L2 cache. `planar_snake` walks through strips of tiles, down one and up the next.",
    ],
    look: "One program’s timeline is that of the step before: the order of tiles shows between programs, and the model has no L2 cache. See the Tilings pane of the playground for the order itself.",
    after: "hopper_gemm_tiled_epilogue",
  },
  {
    name: "hopper_gemm_persistent",
    title: "Programs that stay, a pipeline of pipelines",
    text: [
      "Each tile’s pipeline begins with empty slots and ends with an epilogue, and the tensor core idles in both. Now a program stays and takes tile after tile. The pipelines of its tiles are one: when the memory thread has asked for the last blocks of a tile it goes on with the first ones of the next, while the consumers are still storing.",
      "The slots outlive a tile (`get_allocations`), and `pipeline_state` says whether a pipeline has to fill them, finds them filled, or drains them.",
    ],
    look: "The copies of the second tile begin before the first tile’s stores are done, so its first product no longer waits for them.",
    after: "hopper_gemm_planar_snake",
  },
  {
    name: "hopper_gemm_cluster",
    title: "Two programs share a tile of B",
    text: [
      "Programs of a cluster run together on neighbouring multiprocessors, and a copy can write to the shared memory of several. Two programs whose tiles lie below each other want the same tile of B: each asks for half of it, and what arrives is written to both.",
      "A slot may then be filled again only when the consumers of both programs have read it: its barrier counts the arrivals of the whole cluster.",
    ],
    look: "Choose a block above the drawing: copies of B appear in both blocks of a cluster, and each waits for the other’s consumers.",
    after: "hopper_gemm_warp_specialized",
  },
];

const further: Lesson["further"] = [
  { name: "hopper_attention", text: "Attention: two warpgroups take turns, one multiplies while the other computes its softmax." },
  { name: "hopper_mixed_gemm", text: "int8 weights become bfloat16 in registers, and the product takes them from there." },
  { name: "hopper_ragged_gemm", text: "A product for each group of rows, whose sizes are known only when the program runs." },
  { name: "hopper_memory_pipeline", text: "No products at all: copies in and out, as many under way as the slots allow." },
];

export const hopper: Lesson = {
  name: "hopper",
  title: "Hopper by hand",
  summary: "A matrix product with copies, barriers and warpgroups written by hand, faster in six steps.",
  intro: [
    `On Hopper a fast kernel says itself who does what: a copy engine moves tiles into shared memory, tensor cores multiply them from there, and both work beside the warpgroups that asked. These programs are Pallas kernels of the \`plgpu\` kind, a matrix product of ${sizes["M"]}×${sizes["K"]} by ${sizes["K"]}×${sizes["N"]} in bfloat16, each step a small change to the one before.`,
    "Every program on this page runs in this tab when you come to it: its numbers are compared with `jnp.dot`, its accesses are checked for races, and what each part did when is drawn below it.",
  ],
  good: "as jnp.dot, no race",
  pane: "timeline",
  measures: ["tensor core"],
  steps: steps.map((step) => ({ ...step, source: exampleWith(step.name, sizes), draws: ["timeline"] })),
  further,
};
