// SPDX-License-Identifier: Apache-2.0
// Which lines of one text are which of another: the longest common subsequence, by Myers' greedy search for the shortest edit. Its
// work grows with lines times differences, so that the texts of two neighbouring passes take a millisecond.
//
//   a b c d   and   a c x d   give   0 -> 0, 1 -> none, 2 -> 1, 3 -> 3
//
// Past `limit` differences what is left between the two ends counts as different: two texts that have little in common have little to say.

const limit = 1500;

/** For each line of `before` its index in `after`, or -1. */
export function matchLines(before: readonly string[], after: readonly string[]): Int32Array {
  const match = new Int32Array(before.length).fill(-1);
  let begin = 0;
  while (begin < before.length && begin < after.length && before[begin] === after[begin]) match[begin] = begin++;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > begin && endAfter > begin && before[endBefore - 1] === after[endAfter - 1]) match[--endBefore] = --endAfter;
  const trace = search(before, after, begin, endBefore, endAfter);
  if (trace) walkBack(trace, endBefore - begin, endAfter - begin, (x, y) => (match[begin + x] = begin + y));
  return match;
}

/** How far each diagonal gets with 0, 1, 2 … edits, until one gets to the end. */
function search(
  before: readonly string[],
  after: readonly string[],
  begin: number,
  endBefore: number,
  endAfter: number,
): Int32Array[] | null {
  const [n, m] = [endBefore - begin, endAfter - begin];
  const most = Math.min(n + m, limit);
  let reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    // Only what later steps look at is kept.
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(reach, middle, k, edits) ? (reach[middle + k + 1] ?? 0) : (reach[middle + k - 1] ?? 0) + 1;
      let y = x - k;
      while (x < n && y < m && before[begin + x] === after[begin + y]) [x, y] = [x + 1, y + 1];
      reach[middle + k] = x;
      if (x >= n && y >= m) return trace;
    }
  }
  return null;
}

function isDown(reach: Int32Array, middle: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && (reach[middle + k - 1] ?? 0) < (reach[middle + k + 1] ?? 0));
}

function walkBack(trace: readonly Int32Array[], n: number, m: number, onSame: (x: number, y: number) => void): void {
  let [x, y] = [n, m];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] as Int32Array;
    const middle = edits + 1;
    const k = x - y;
    const from = isDown(reach, middle, k, edits) ? k + 1 : k - 1;
    const fromX = edits === 0 ? 0 : (reach[middle + from] ?? 0);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) onSame(--x, --y);
    [x, y] = [fromX, fromY];
  }
}
