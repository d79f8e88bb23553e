// SPDX-License-Identifier: Apache-2.0
// Which band of colour each line has: a source line and all that was made of it have the same. A line's band is its number modulo the
// number of bands, so that it is the same in every stage and neighbours differ.

import type { LineSpan, Snapshot } from "./protocol";

export const bandCount = 7;

/** For each line of the text its band, or -1. */
export function bandsOfText(snapshot: Snapshot): number[] {
  return spansOf(snapshot).map(bandOf);
}

/** The host's function and the module of scheduled kernels begin where the file does: that line has made nothing. */
function spansOf(snapshot: Snapshot): LineSpan[] {
  if (!snapshot.sourceLines.some(([first, last]) => first === 1 && last === 1)) return snapshot.sourceLines;
  const texts = snapshot.text.split("\n");
  const isFrame = (index: number) => /^ *(?:func\.func @main\b|return$|tilegpu\.module\b)/.test(texts[index] ?? "");
  return snapshot.sourceLines.map((span, index) => (span[0] === 1 && span[1] === 1 && isFrame(index) ? [0, 0] : span));
}

/**
 * For each line of a source file its band, or -1 where nothing of the text came from it. A statement of several lines has the band of
 * its first one, unless something else begins inside: a loop's or a function's first line does not colour its whole body.
 */
export function bandsOfSource(snapshot: Snapshot, isFile: (name: string) => boolean): number[] {
  const names = snapshot.sourceFiles ?? [];
  const spans = spansOf(snapshot).filter((span) => span[0] > 0 && isFile(names[span[2] ?? 0] ?? ""));
  const begins = new Set(spans.map((span) => span[0]));
  const bands: number[] = [];
  const paint = (line: number, band: number) => {
    while (bands.length < line) bands.push(-1);
    bands[line - 1] = band;
  };
  for (const [first, last] of spans) {
    let line = first + 1;
    while (line <= last && !begins.has(line)) line++;
    if (line > last) for (line = first; line <= last; line++) paint(line, bandOf([first, first]));
    else paint(first, bandOf([first, first]));
  }
  return bands;
}

function bandOf([first, , file = 0]: LineSpan): number {
  return first > 0 ? (first + 3 * file) % bandCount : -1;
}
