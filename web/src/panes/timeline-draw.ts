// SPDX-License-Identifier: Apache-2.0
// Paints a timeline: onto a canvas at a pointer's pace, and into SVG for export, by the same strokes. An event's colour is its buffer's;
// its kind is told by shape: copies are full, products (wgmma) full with a dark bar below, stores striped, waits hollow and hatched, barriers a
// thick edge, running a thin bar. Where there is room its name stands in it.

import { formatCount } from "../base/format";
import { bufferOf, kindOf, nameOfEvent, type Kind, type Timeline } from "../base/timeline";
import { laneHeight, marksOf, ticksOf, type Mark, type TimelineScene, type TimeWindow } from "../base/timeline-scene";
import type { Paint } from "./draw";

export type Pattern = "hatch" | "stripes";

export interface TimelineShown {
  window: TimeWindow;
  selected: number;
  hovered: number;
  /** Events from the source lines that are pointed at; null when none are. */
  lit: ((event: number) => boolean) | null;
  /** First pixel row of the scene that is seen, and how many. */
  top: number;
  height: number;
}

export interface ChartSize {
  /** Of the row names. */
  gutter: number;
  /** Of the drawing to the right of them. */
  width: number;
}

export const axisHeight = 22;

export interface ChartSurface {
  /** What the next rectangle is, for who points at it; a canvas has no such thing. */
  name?(text: string): void;
  rect(x: number, y: number, width: number, height: number, style: RectStyle): void;
  line(x0: number, y0: number, x1: number, y1: number, colour: string, width: number, dash: boolean): void;
  /** Cut off at `room` pixels. */
  text(x: number, y: number, text: string, room: number, style: TextStyle): void;
}

export interface TextStyle {
  colour: string;
  bold?: boolean;
  size: number;
  /** Painted behind the text, where it would stand on a pattern. */
  ground?: string;
}

export interface RectStyle {
  fill?: string;
  stroke?: string;
  pattern?: Pattern;
  alpha?: number;
  width?: number;
}

export function paintTimeline(
  surface: ChartSurface,
  timeline: Timeline,
  scene: TimelineScene,
  size: ChartSize,
  shown: TimelineShown,
  paint: Paint,
  hues: ReadonlyMap<string, number>,
): void {
  const { gutter, width } = size;
  const down = (y: number) => y - shown.top + axisHeight;
  const seen = (y: number, height: number) => y + height >= shown.top && y <= shown.top + shown.height;
  for (const tick of ticksOf(shown.window, width)) {
    const x = gutter + ((tick - shown.window.from) / (shown.window.to - shown.window.from)) * width;
    surface.line(x, axisHeight - 4, x, axisHeight + shown.height, paint.faint, 0.5, false);
    surface.text(x + 3, axisHeight - 8, formatCount(Math.round(tick)), 80, { colour: paint.quiet, size: 11 });
  }
  for (const heading of scene.headings)
    if (seen(heading.y, 20))
      surface.text(4, down(heading.y) + 14, heading.text, gutter + width - 8, { colour: paint.quiet, bold: true, size: 11 });
  for (const band of scene.bands) {
    if (!seen(band.y, band.height)) continue;
    const hue = hues.get(band.buffer);
    if (band.row < 0 && hue !== undefined) surface.rect(4, down(band.y) + 5, 8, 8, { fill: paint.arrays[hue] ?? paint.accent });
    const left = band.row < 0 ? 16 : 4;
    surface.text(left, down(band.y) + 13, band.label, gutter - left - 4, { colour: paint.text, size: 11.5 });
    surface.rect(gutter, down(band.y), width, band.height, { fill: paint.page, alpha: 0.6 });
    for (const lane of band.lanes) {
      if (!seen(lane.y, laneHeight)) continue;
      for (const mark of marksOf(timeline, lane.events, shown.window, width))
        paintMark(surface, timeline, mark, gutter, down(lane.y), shown, paint, hues);
    }
  }
  paintLink(surface, timeline, scene, size, shown, paint, down);
}

function paintMark(
  surface: ChartSurface,
  timeline: Timeline,
  mark: Mark,
  gutter: number,
  y: number,
  shown: TimelineShown,
  paint: Paint,
  hues: ReadonlyMap<string, number>,
): void {
  const x = gutter + mark.x;
  const kind = kindOf(timeline, mark.event);
  const hue = hues.get(bufferOf(timeline, mark.event));
  const colour = hue === undefined ? paint.quiet : (paint.arrays[hue] ?? paint.accent);
  const dim = shown.lit && !shown.lit(mark.event) ? 0.3 : 1;
  surface.name?.(nameOfEvent(timeline, mark.event));
  paintShape(surface, kind, x, y, mark.width, colour, paint, dim * Math.max(0.2, mark.cover));
  if (mark.width >= 26 && kind !== "run") {
    const full = kind === "copy" || kind === "wgmma";
    const style = full ? { colour: inkOn(colour), size: 11 } : { colour: paint.text, size: 11, ground: paint.surface };
    surface.text(x + 4, y + 12, nameOfEvent(timeline, mark.event), mark.width - 8, style);
  }
  const height = laneHeight - 3;
  if (shown.lit && dim === 1 && mark.width >= 2) surface.rect(x, y + 1, mark.width, height, { stroke: paint.text, width: 1.5 });
  if (mark.event === shown.selected) surface.rect(x - 1, y, Math.max(mark.width, 3) + 2, height + 2, { stroke: paint.accent, width: 2.5 });
  else if (mark.event === shown.hovered) surface.rect(x, y + 1, Math.max(mark.width, 3), height, { stroke: paint.text, width: 1.5 });
}

export function paintShape(
  surface: ChartSurface,
  kind: Kind,
  x: number,
  y: number,
  width: number,
  colour: string,
  paint: Paint,
  alpha: number,
): void {
  const height = laneHeight - 3;
  const top = y + 1;
  // A hairline between events that touch, where they are wide enough to spare it.
  const inner = width > 3 ? width - 0.75 : width;
  if (kind === "run") surface.rect(x, y + 7, inner, 5, { fill: paint.quiet, alpha: 0.75 * alpha });
  else if (kind === "wait") {
    surface.rect(x, top, inner, height, { pattern: "hatch", fill: paint.quiet, alpha: 0.55 * alpha });
    if (width >= 3) surface.rect(x + 0.5, top + 0.5, inner - 1, height - 1, { stroke: paint.quiet, width: 1, alpha });
  } else if (kind === "barrier") {
    surface.rect(x, top, inner, height, { fill: paint.quiet, alpha: 0.2 * alpha });
    surface.rect(x + Math.max(0, inner - 2), top, Math.min(2, inner), height, { fill: paint.text, alpha });
  } else {
    surface.rect(x, top, inner, height, { fill: colour, alpha: (kind === "store" ? 0.35 : 0.9) * alpha });
    if (kind === "store") surface.rect(x, top, inner, height, { pattern: "stripes", fill: colour, alpha });
    if (kind === "wgmma") surface.rect(x, top + height - 3, inner, 3, { fill: paint.text, alpha: 0.8 * alpha });
  }
}

/** From a wait that is pointed at or selected to what ended it. */
function paintLink(
  surface: ChartSurface,
  timeline: Timeline,
  scene: TimelineScene,
  { gutter, width }: ChartSize,
  shown: TimelineShown,
  paint: Paint,
  down: (y: number) => number,
): void {
  const wait = shown.hovered >= 0 && (timeline.waitsFor[shown.hovered] ?? -1) >= 0 ? shown.hovered : shown.selected;
  const cause = wait < 0 ? -1 : (timeline.waitsFor[wait] ?? -1);
  if (cause < 0) return;
  const place = (event: number) => {
    const lane = scene.bands.flatMap((band) => band.lanes).find((candidate) => includes(candidate.events, event));
    if (!lane) return null;
    const share = ((timeline.end[event] ?? 0) - shown.window.from) / (shown.window.to - shown.window.from);
    return share < 0 || share > 1 ? null : { x: gutter + share * width, y: down(lane.y) + laneHeight / 2 };
  };
  const from = place(cause);
  const to = place(wait);
  if (!from || !to) return;
  surface.line(from.x, from.y, to.x, to.y, paint.accent, 1.5, true);
  surface.rect(from.x - 2.5, from.y - 2.5, 5, 5, { fill: paint.accent });
}

/** A lane's events are numbered upwards. */
function includes(events: Uint32Array, event: number): boolean {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] ?? 0) < event) low = middle + 1;
    else high = middle;
  }
  return events[low] === event;
}

/** Black or white, whichever can be read on this colour (`rgb(..)` or `#rrggbb`). */
export function inkOn(colour: string): string {
  const hex = /^#(\w\w)(\w\w)(\w\w)/.exec(colour);
  const parts = hex ? hex.slice(1).map((part) => parseInt(part, 16)) : (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

//===-- onto a canvas --===//

export function canvasChart(context: CanvasRenderingContext2D, font: string): ChartSurface {
  const tiles = new Map<string, CanvasPattern | null>();
  const tile = (pattern: Pattern, colour: string) => {
    const key = pattern + colour;
    if (!tiles.has(key)) tiles.set(key, makeTile(context, pattern, colour));
    return tiles.get(key) ?? colour;
  };
  return {
    rect(x, y, width, height, style) {
      context.globalAlpha = style.alpha ?? 1;
      if (style.fill) {
        context.fillStyle = style.pattern ? tile(style.pattern, style.fill) : style.fill;
        context.fillRect(x, y, width, height);
      }
      if (style.stroke) {
        context.strokeStyle = style.stroke;
        context.lineWidth = style.width ?? 1;
        context.strokeRect(x, y, width, height);
      }
      context.globalAlpha = 1;
    },
    line(x0, y0, x1, y1, colour, width, dash) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setLineDash(dash ? [4, 3] : []);
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
      context.setLineDash([]);
    },
    text(x, y, text, room, style) {
      context.font = `${style.bold ? "600 " : ""}${style.size}px ${font}`;
      const fitting = cut(text, room, (part) => measure(context, part));
      if (!fitting) return;
      if (style.ground) {
        context.fillStyle = style.ground;
        context.globalAlpha = 0.8;
        context.fillRect(x - 2, y - style.size + 1, measure(context, fitting) + 4, style.size + 2);
        context.globalAlpha = 1;
      }
      context.fillStyle = style.colour;
      context.fillText(fitting, x, y);
    },
  };
}

function makeTile(context: CanvasRenderingContext2D, pattern: Pattern, colour: string): CanvasPattern | null {
  const size = pattern === "hatch" ? 6 : 4;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const tile = canvas.getContext("2d");
  if (!tile) return null;
  if (pattern === "hatch") {
    tile.strokeStyle = colour;
    tile.lineWidth = 1;
    tile.beginPath();
    // Twice beyond the edges, so that the lines meet from tile to tile.
    for (const shift of [-size, 0, size]) {
      tile.moveTo(shift, size);
      tile.lineTo(shift + size, 0);
    }
    tile.stroke();
  } else {
    tile.fillStyle = colour;
    tile.fillRect(0, 0, 2, size);
  }
  return context.createPattern(canvas, "repeat");
}

/** Widths by font and text: the same few names are drawn in every frame. */
const widths = new Map<string, number>();

function measure(context: CanvasRenderingContext2D, text: string): number {
  const key = `${context.font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 20_000) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** As much of the text as there is room for; nothing when that would be less than two letters. */
function cut(text: string, room: number, measured: (part: string) => number): string {
  if (measured(text) <= room) return text;
  let length = Math.floor((text.length * room) / Math.max(1, measured(text)));
  while (length >= 2 && measured(`${text.slice(0, length)}…`) > room) length--;
  return length >= 2 ? `${text.slice(0, length)}…` : "";
}

//===-- into SVG --===//

export function timelineToSvg(
  timeline: Timeline,
  scene: TimelineScene,
  size: ChartSize,
  shown: TimelineShown,
  paint: Paint,
  hues: ReadonlyMap<string, number>,
  caption: string,
): string {
  const parts: string[] = [];
  const patterns = new Map<string, { id: string; text: string }>();
  const round = (value: number) => String(Math.round(value * 100) / 100);
  const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const patternOf = (pattern: Pattern, colour: string) => {
    const known = patterns.get(pattern + colour);
    if (known) return `url(#${known.id})`;
    const id = `p${patterns.size}`;
    const drawn =
      pattern === "hatch" ? `<path d="M-1 1l2-2M0 6l6-6M5 7l2-2" stroke="${colour}"/>` : `<rect width="2" height="4" fill="${colour}"/>`;
    const side = pattern === "hatch" ? 6 : 4;
    const text = `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse">${drawn}</pattern>`;
    patterns.set(pattern + colour, { id, text });
    return `url(#${id})`;
  };
  let named = "";
  const surface: ChartSurface = {
    name: (text) => (named = text),
    rect(x, y, width, height, style) {
      const title = named ? `<title>${escape(named)}</title></rect>` : "";
      named = "";
      const fill = style.fill ? (style.pattern ? patternOf(style.pattern, style.fill) : style.fill) : "none";
      const stroke = style.stroke ? ` stroke="${style.stroke}" stroke-width="${style.width ?? 1}"` : "";
      const alpha = style.alpha === undefined || style.alpha === 1 ? "" : ` opacity="${round(style.alpha)}"`;
      parts.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" fill="${fill}"${stroke}${alpha}${title ? `>${title}` : "/>"}`,
      );
    },
    line(x0, y0, x1, y1, colour, width, dash) {
      parts.push(
        `<line x1="${round(x0)}" y1="${round(y0)}" x2="${round(x1)}" y2="${round(y1)}" stroke="${colour}" stroke-width="${width}"${dash ? ' stroke-dasharray="4 3"' : ""}/>`,
      );
    },
    text(x, y, text, room, style) {
      // Wide for most fonts: who opens the file may have another.
      const content = cut(text, room, (part) => part.length * style.size * 0.58);
      if (content)
        parts.push(
          `<text x="${round(x)}" y="${round(y)}" font-size="${style.size}"${style.bold ? ' font-weight="600"' : ""} fill="${style.colour}">${escape(content)}</text>`,
        );
    },
  };
  paintTimeline(surface, timeline, scene, size, { ...shown, top: 0, height: scene.height }, paint, hues);
  const margin = 12;
  const width = size.gutter + size.width + 2 * margin;
  const height = scene.height + axisHeight + 2 * margin + 18;
  surface.text(0, scene.height + axisHeight + 16, caption, size.gutter + size.width, { colour: paint.quiet, size: 11 });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" font-family="system-ui, sans-serif">` +
    `<defs>${[...patterns.values()].map((pattern) => pattern.text).join("")}</defs><rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="${paint.surface}"/>${parts.join("")}</svg>\n`
  );
}
