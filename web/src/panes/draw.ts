// SPDX-License-Identifier: Apache-2.0
// Paints a scene of tilings: onto a canvas, which carries tens of thousands of blocks at a pointer's pace, and into SVG for export,
// by the same strokes. What a program sees now is filled; what earlier programs saw is tinted; every block has its outline where
// it is large enough to have one.

import { cellOf, rectsOf, type Panel, type Rect, type Scene } from "../base/scene";
import { blocksOf, drawnOperands, programPoint, programsTouching } from "../base/tilings";
import type { Launch } from "../base/protocol";

export interface Paint {
  text: string;
  quiet: string;
  faint: string;
  surface: string;
  page: string;
  accent: string;
  arrays: string[];
}

export interface Shown {
  program: number;
  /** A program whose blocks are outlined besides; -1 for none. */
  hovered: number;
  /** A block whose programs are lit in the grid; null for none. */
  block: { operand: number; block: number } | null;
}

interface Surface {
  rect(rect: Rect, style: { fill?: string; stroke?: string; alpha?: number; width?: number; dash?: boolean }): void;
  text(x: number, y: number, text: string, style: { colour: string; bold?: boolean; size: number }): void;
}

export function paintScene(surface: Surface, scene: Scene, launch: Launch, shown: Shown, paint: Paint, hues: readonly number[]): void {
  for (const panel of scene.panels) {
    const hue = panel.operand < 0 ? "" : (paint.arrays[hues[panel.operand] ?? 0] ?? paint.accent);
    if (hue) surface.rect({ x: panel.x, y: panel.y + 2, width: 10, height: 10 }, { fill: hue });
    surface.text(panel.x + (hue ? 15 : 0), panel.y + 11, panel.title, { colour: paint.text, bold: true, size: 12 });
    surface.text(panel.x, panel.y + 26, panel.subtitle, {
      colour: paint.quiet,
      size: 11,
    });
    for (const plane of panel.planes) surface.rect(plane, { fill: paint.page, stroke: paint.faint, width: 1 });
    if (panel.operand < 0) paintGrid(surface, panel, launch, shown, paint, hues);
    else paintOperand(surface, panel, launch, shown, paint, hue);
  }
}

function paintGrid(surface: Surface, panel: Panel, launch: Launch, shown: Shown, paint: Paint, hues: readonly number[]): void {
  const cell = (program: number) => cellOf(launch, panel, programPoint(launch, program));
  const first = cell(0);
  const outlined = first !== null && first.width >= 4 && first.height >= 4;
  const listed = Math.min(launch.recorded, launch.programs);
  // What ran is tinted a row at a time: programs that follow each other lie beside each other until the row ends.
  const columns = panel.planes[0]?.columns ?? 1;
  for (let program = 0; program < Math.min(shown.program, listed); program += columns) {
    const rect = cell(program);
    if (rect) surface.rect({ ...rect, width: rect.width * Math.min(columns, shown.program - program) }, { fill: paint.quiet, alpha: 0.22 });
  }
  // Cells too small to be told apart are not worth a stroke each.
  for (let program = 0; outlined && program < listed; program++) {
    const rect = cell(program);
    if (rect) surface.rect(rect, { stroke: paint.faint, width: 0.75 });
  }
  if (shown.block) {
    const operand = drawnOperands(launch)[shown.block.operand];
    const colour = paint.arrays[hues[shown.block.operand] ?? 0] ?? paint.accent;
    if (operand)
      for (const program of programsTouching(blocksOf(operand), shown.block.block)) {
        const rect = cell(program);
        if (rect) surface.rect(atLeast(rect, 2), { fill: colour, alpha: 0.75 });
      }
  }
  const now = cell(shown.program);
  if (now) surface.rect(atLeast(now, 3), { fill: paint.text });
  const hovered = shown.hovered >= 0 ? cell(shown.hovered) : null;
  if (hovered) surface.rect(atLeast(hovered, 3), { stroke: paint.text, width: 1.5, dash: true });
}

function paintOperand(surface: Surface, panel: Panel, launch: Launch, shown: Shown, paint: Paint, hue: string): void {
  const operand = drawnOperands(launch)[panel.operand];
  if (!operand) return;
  const blocks = blocksOf(operand);
  const seen = new Set<number>();
  for (let program = 0; program < shown.program; program++) {
    const block = blocks.ofProgram[program];
    if (block !== undefined && block >= 0) seen.add(block);
  }
  for (const block of seen)
    for (const rect of rectsOf(panel, blocks.boxes[block] ?? [[], []])) surface.rect(rect, { fill: hue, alpha: 0.2 });
  const sample = blocks.boxes[0] ? rectsOf(panel, blocks.boxes[0])[0] : undefined;
  if (sample && blocks.boxes.length <= 4096 && sample.width >= 3 && (sample.height >= 3 || panel.planes[0]?.rows === 1))
    for (const box of blocks.boxes) for (const rect of rectsOf(panel, box)) surface.rect(rect, { stroke: hue, alpha: 0.45, width: 0.75 });
  const fill = (block: number | undefined, style: Parameters<Surface["rect"]>[1]) => {
    const box = block === undefined || block < 0 ? undefined : blocks.boxes[block];
    if (box) for (const rect of rectsOf(panel, box)) surface.rect(atLeast(rect, 3), style);
  };
  fill(blocks.ofProgram[shown.program], { fill: hue, alpha: 0.85 });
  // An outline would be all that is seen of a very thin block.
  if (sample && Math.min(sample.width, sample.height) >= 6) fill(blocks.ofProgram[shown.program], { stroke: paint.text, width: 1.5 });
  if (shown.hovered >= 0) fill(blocks.ofProgram[shown.hovered], { stroke: paint.text, width: 1.5, dash: true });
  if (shown.block?.operand === panel.operand) fill(shown.block.block, { stroke: paint.text, width: 1.5, dash: true });
}

/** Something that is pointed at must be seen, however small its share of the array. */
function atLeast(rect: Rect, size: number): Rect {
  return { ...rect, width: Math.max(rect.width, size), height: Math.max(rect.height, size) };
}

export function canvasSurface(context: CanvasRenderingContext2D, font: string): Surface {
  return {
    rect(rect, style) {
      context.globalAlpha = style.alpha ?? 1;
      if (style.fill) {
        context.fillStyle = style.fill;
        context.fillRect(rect.x, rect.y, rect.width, rect.height);
      }
      if (style.stroke) {
        context.strokeStyle = style.stroke;
        context.lineWidth = style.width ?? 1;
        context.setLineDash(style.dash ? [4, 2] : []);
        context.strokeRect(rect.x, rect.y, rect.width, rect.height);
      }
      context.globalAlpha = 1;
    },
    text(x, y, text, style) {
      context.fillStyle = style.colour;
      context.font = `${style.bold ? "600 " : ""}${style.size}px ${font}`;
      context.fillText(text, x, y);
    },
  };
}

export function sceneToSvg(scene: Scene, launch: Launch, shown: Shown, paint: Paint, hues: readonly number[]): string {
  const parts: string[] = [];
  const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const round = (value: number) => String(Math.round(value * 100) / 100);
  const surface: Surface = {
    rect(rect, style) {
      const stroke = style.stroke
        ? ` stroke="${style.stroke}" stroke-width="${style.width ?? 1}"${style.dash ? ' stroke-dasharray="4 2"' : ""}`
        : "";
      parts.push(
        `<rect x="${round(rect.x)}" y="${round(rect.y)}" width="${round(rect.width)}" height="${round(rect.height)}" fill="${style.fill ?? "none"}"${stroke}${style.alpha === undefined ? "" : ` opacity="${style.alpha}"`}/>`,
      );
    },
    text(x, y, text, style) {
      parts.push(
        `<text x="${round(x)}" y="${round(y)}" font-size="${style.size}"${style.bold ? ' font-weight="600"' : ""} fill="${style.colour}">${escape(text)}</text>`,
      );
    },
  };
  paintScene(surface, scene, launch, shown, paint, hues);
  const margin = 12;
  const box = `${-margin} ${-margin} ${round(scene.width + 2 * margin)} ${round(scene.height + 2 * margin)}`;
  const back = `<rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="${paint.surface}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${round(scene.width + 2 * margin)}" height="${round(scene.height + 2 * margin)}" font-family="system-ui, sans-serif">${back}${parts.join("")}</svg>\n`;
}

/** The theme's colours as a canvas understands them: a variable's value is only resolved where it is used. */
export function readPaint(element: HTMLElement): Paint {
  const probe = document.createElement("span");
  probe.style.display = "none";
  // Where the system forces its colours a canvas is left alone, and would be black on black with what it makes of ours.
  probe.style.forcedColorAdjust = "none";
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const paint: Paint = {
    text: colour("text"),
    quiet: colour("quiet"),
    faint: colour("edge"),
    surface: colour("surface"),
    page: colour("code"),
    accent: colour("accent"),
    arrays: Array.from({ length: 8 }, (_, hue) => colour(`fill-${hue}`)),
  };
  probe.remove();
  return paint;
}
