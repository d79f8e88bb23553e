// SPDX-License-Identifier: Apache-2.0
// The words of the trade that this page uses, each in a sentence or two. A card shows one where the word stands; the help lists all.

export interface Entry {
  term: string;
  /** Other forms under which it is found in a text. */
  also?: readonly string[];
  text: string;
}

export const glossary: readonly Entry[] = [
  { term: "arrive", text: "To count oneself at a barrier without waiting. Who waits goes on when enough have arrived." },
  {
    term: "atomic",
    also: ["atomics"],
    text: "A read, change and write of one word that nothing comes between. Needed where several programs add to the same place.",
  },
  {
    term: "bank conflict",
    also: ["bank conflicts", "banks", "bank"],
    text: "Shared memory has 32 banks of four bytes. Lanes that want different words of one bank in the same access take turns.",
  },
  {
    term: "barrier",
    also: ["barriers"],
    text: "A place where threads wait for each other, so that what was written before is seen after.",
  },
  {
    term: "block",
    also: ["blocks"],
    text: "Of an array: the part that one program sees. Of a launch: the threads that share a multiprocessor and its shared memory (CUDA’s CTA).",
  },
  {
    term: "bubble",
    also: ["bubbles"],
    text: "A stretch of time in which a tensor core has nothing to do because what it needs is not there yet.",
  },
  {
    term: "cluster",
    also: ["clusters"],
    text: "Blocks that run at the same time on neighbouring multiprocessors and can reach each other’s shared memory.",
  },
  {
    term: "coalescing",
    also: ["coalesced"],
    text: "The lanes of a warp touch memory side by side, so that their access is a few whole sectors of 32 bytes in place of one for each lane.",
  },
  {
    term: "copy engine",
    text: "The unit beside the threads that moves tiles between global and shared memory by itself: on Hopper, TMA.",
  },
  {
    term: "data race",
    also: ["race", "races"],
    text: "Two accesses of one place, at least one of them a write, that nothing orders. The result is whichever comes last.",
  },
  { term: "epilogue", text: "What comes after the last product of a tile: converting the sums and storing them." },
  { term: "fence", text: "An instruction after which others see what came before it, in that order." },
  {
    term: "grid",
    text: "The programs of a launch, numbered along up to three axes. Each runs the same kernel with its own number.",
  },
  {
    term: "host",
    text: "The part of a program that runs on the CPU: it makes arrays, launches kernels and looks at results.",
  },
  {
    term: "kernel",
    also: ["kernels"],
    text: "A function that a GPU runs once for each program of a grid.",
  },
  { term: "lane", also: ["lanes"], text: "One of the 32 threads of a warp." },
  { term: "launch", also: ["launches"], text: "One call of a kernel, with its grid and its arrays." },
  {
    term: "layout",
    also: ["layouts"],
    text: "Which lane of which warp holds which element of an array in which register; or where memory keeps it.",
  },
  {
    term: "mask",
    also: ["masked"],
    text: "Truth values beside an access: where one is false nothing is read or written. For sizes that blocks do not divide.",
  },
  {
    term: "mbarrier",
    also: ["mbarriers"],
    text: "A barrier that lies in shared memory and also counts bytes: a copy arrives at it by itself when it is done.",
  },
  {
    term: "multiprocessor",
    also: ["multiprocessors"],
    text: "One of the units a GPU is made of (SM), with its own registers, shared memory and tensor cores. An H100 has 132.",
  },
  {
    term: "occupancy",
    text: "How many warps a multiprocessor holds at once, of those it could. Registers and shared memory of each block limit it.",
  },
  {
    term: "persistent",
    text: "Of a kernel: as many blocks as fit at once, which stay and take one tile after the other.",
  },
  {
    term: "pipeline",
    also: ["pipelines", "stages"],
    text: "A loop whose copies run some steps ahead of its products, into slots that take turns.",
  },
  { term: "PTX", text: "NVIDIA’s portable assembly. `ptxas` turns it into the machine code of a particular GPU (SASS)." },
  {
    term: "register",
    also: ["registers"],
    text: "A thread’s own fastest storage: up to 255 words of four bytes each.",
  },
  {
    term: "roofline",
    text: "The least time a kernel could take, by its arithmetic or by its bytes, whichever is more.",
  },
  { term: "scratch", text: "Memory on the chip that a kernel uses for itself and that is neither an input nor a result." },
  {
    term: "sector",
    also: ["sectors"],
    text: "32 bytes of global memory that lie together: the least that moves between it and the chip.",
  },
  {
    term: "shared memory",
    text: "Memory on the chip that all threads of a block reach: up to 227 KiB on an H100.",
  },
  { term: "slot", also: ["slots"], text: "One of the buffers of a pipeline: copies fill it, products empty it." },
  {
    term: "spill",
    also: ["spills"],
    text: "Values that do not fit the registers and go to memory and back.",
  },
  { term: "split-K", text: "Sharing one long sum of a product among several programs, whose parts are added at the end." },
  {
    term: "swizzle",
    also: ["swizzles", "swizzled"],
    text: "Shuffles the 16-byte pieces of each row in shared memory by the row’s number, so that rows and columns alike use all banks.",
  },
  {
    term: "tensor core",
    also: ["tensor cores"],
    text: "The unit of a multiprocessor that multiplies small matrices: most of a GPU’s arithmetic.",
  },
  { term: "tile", also: ["tiles", "tiling", "tilings"], text: "A rectangular part of an array that is worked on as one." },
  {
    term: "TMA",
    text: "Tensor Memory Accelerator: the copy engine of Hopper. One thread asks for a box of a tensor, and an mbarrier is told when it is there.",
  },
  {
    term: "virtual register",
    also: ["virtual registers"],
    text: "A register of PTX, of which there are as many as one likes. `ptxas` gives those that are alive at once real ones.",
  },
  { term: "warp", also: ["warps"], text: "32 threads that take the same instruction together." },
  {
    term: "warp specialization",
    also: ["warp-specialized"],
    text: "Some warps only copy, others only compute, so that neither waits for itself.",
  },
  { term: "warpgroup", also: ["warpgroups"], text: "Four warps, 128 threads: who together asks for a wgmma." },
  {
    term: "wave",
    also: ["waves"],
    text: "As many blocks as run at once. When the last wave is not full, part of the GPU is idle.",
  },
  {
    term: "wgmma",
    text: "Hopper’s product: a warpgroup asks, and the tensor core multiplies from shared memory while the warpgroup goes on.",
  },
];

const byWord = new Map(glossary.flatMap((entry) => [entry.term, ...(entry.also ?? [])].map((word) => [word.toLowerCase(), entry])));

export function explainTerm(word: string): Entry | undefined {
  return byWord.get(word.toLowerCase());
}

const words = [...byWord.keys()].sort((a, b) => b.length - a.length);
const pattern = new RegExp(`(?<![\\w-])(?:${words.map((word) => word.replace(/[-]/g, "\\-")).join("|")})(?![\\w-])`, "gi");

export interface TermPiece {
  text: string;
  entry: Entry | null;
}

/** A text in pieces: the first time that each term comes up, unless it is in `seen` already. */
export function termsIn(text: string, seen: Pick<Set<string>, "has" | "add">): TermPiece[] {
  const pieces: TermPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const entry = explainTerm(match[0]);
    if (!entry || seen.has(entry.term)) continue;
    seen.add(entry.term);
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), entry: null });
    pieces.push({ text: match[0], entry });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), entry: null });
  return pieces;
}
