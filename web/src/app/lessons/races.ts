// SPDX-License-Identifier: Apache-2.0
// Races: one program, right, and wrong in the ways that it can be.

import { changed, exampleWith, type Lesson, type Step } from "./lesson";

const right = exampleWith("hopper_gemm_pipeline", { M: 128, N: 128, K: 1024 });

const step = (name: string, title: string, text: string[], look: string, source: string, expects?: string, seed = 0): Step => ({
  name,
  title,
  text,
  look,
  after: "",
  source,
  draws: ["timeline"],
  ...(expects ? { expects } : {}),
  ...(seed ? { seed } : {}),
});

export const races: Lesson = {
  name: "races",
  title: "Races",
  summary: "What asynchronous copies and products may overtake, and how a missing wait is found.",
  intro: [
    "On Hopper copies and products run beside the threads that ask for them. Nothing is ordered but what waits say. A program that forgets one may work a thousand times, and then be wrong.",
    "Here each order of events that the program allows is allowed: accesses that nothing orders are a race whether or not they met this time. A race is told with both of its lines. Some steps below are wrong on purpose, and say so.",
  ],
  good: "as jnp.dot, no race",
  pane: "timeline",
  measures: ["tensor core"],
  steps: [
    step(
      "races_none",
      "A pipeline that is right",
      [
        "`emit_pipeline` keeps copies under way and calls `step` when its tiles have arrived. `wgmma` begins a product, `wgmma_wait(1)` lets the latest go on. So when a step ends its own product still reads its slot: `delay_release=1` gives the slot back one step later.",
      ],
      "the products of two steps touch: the tensor core does not wait between them.",
      right,
    ),
    step(
      "races_release",
      "A slot is given back too early",
      [
        "Without `delay_release` the pipeline takes the end of a step for the end of its product. The copy of a later step may begin to write the slot while the tensor core reads it.",
      ],
      "the message names the buffer, the copy's line and the product's. Both lines are in the text at the left.",
      changed(right, ", delay_release=1", ""),
      "data-race",
    ),
    step(
      "races_wait_all",
      "Mended by waiting, at a price",
      [
        "`wgmma_wait(0)` waits for the step's own product, so that the slot is free when the step ends. It is right, and `delay_release` is not needed. But the tensor core has nothing to do until the next product is asked for.",
      ],
      "the gaps between products: a bubble a step. Compare the share of time that the tensor core is busy with the first step's.",
      changed(changed(right, ", delay_release=1", ""), "plgpu.wgmma_wait(1)", "plgpu.wgmma_wait(0)"),
    ),
    step(
      "races_commit",
      "Stores that the copy engine does not see",
      [
        "The result goes from registers to shared memory by ordinary stores, and from there by the copy engine. The two reach memory by different paths. `commit_smem` says that what was stored is to be seen by the copy engine; without it the engine may read what was there before.",
      ],
      "which line stores, and which copy reads.",
      changed(right, "    plgpu.commit_smem()\n", ""),
      "data-race",
    ),
    step(
      "races_end",
      "A kernel that ends too early",
      [
        "The copy out is asynchronous too. When the kernel ends without `wait_smem_to_gmem`, shared memory may be given to the next block while the copy engine still reads it. No access of this kernel races with it: it is an operation that nobody waited for.",
      ],
      "the name of what was found, and the line of the copy.",
      changed(right, "    plgpu.wait_smem_to_gmem(0)\n", ""),
      "unawaited-operation",
    ),
    step(
      "races_orders",
      "Other orders find nothing new",
      [
        "The right program once more, with its warpgroups and copies in another order of events (a seed). The check does not depend on luck: it looks at what is ordered, not at what happened to come first.",
      ],
      "the same verdict, and another timeline. In the playground the choice beside Run takes more orders.",
      right,
      undefined,
      7,
    ),
  ],
  further: [
    {
      name: "hopper_gemm_warp_specialized",
      text: "A memory warpgroup and two that compute: barriers say when a slot is full and when it is free.",
    },
    { name: "hopper_gemm_cluster", text: "Barriers across two blocks." },
  ],
};
