// SPDX-License-Identifier: Apache-2.0
// What the cost model's cards can do: the rates that it divides by, as shared/rates has them, and what a multiprocessor
// holds. `explain` names its card and tells no rates, so they stand here a second time; tests/web/unit/roofline.test.ts
// reads both and fails when they differ. A card that is not listed has no roofline here, and the page says so.

export interface Card {
  /** As `explain` names it. */
  readonly name: string;
  readonly processors: number;
  readonly megahertz: number;
  /** Operations of one multiprocessor a cycle, of elements of 16 bits: bytes twice as many, words half. */
  readonly wgmmaOperations: number;
  readonly mmaOperations: number;
  /** Bytes a microsecond of the whole card's memory. */
  readonly memoryBytes: number;
  /** Shared memory that one block can ask for. */
  readonly sharedBytes: number;
}

/** The usual card of each target: the ones that `explain` predicts for. */
export const cards: readonly Card[] = [
  {
    name: "A100, 40 GB",
    processors: 108,
    megahertz: 1410,
    wgmmaOperations: 2048,
    mmaOperations: 2048,
    memoryBytes: 1400e3,
    sharedBytes: 166912,
  },
  {
    name: "H100 SXM",
    processors: 132,
    megahertz: 1830,
    wgmmaOperations: 4096,
    mmaOperations: 2540,
    memoryBytes: 3000e3,
    sharedBytes: 232448,
  },
];

/** Of every card: f32 multiply-adds of one multiprocessor a cycle, and what one multiprocessor holds at once. */
export const everyCard = {
  fmaOperations: 256,
  threads: 2048,
  blocks: 32,
  registers: 65536,
  /** Shared memory that each block takes for itself. */
  sharedBytesPerBlock: 1024,
};

export function findCard(name: string): Card | null {
  return cards.find((card) => card.name === name) ?? null;
}
