// SPDX-License-Identifier: Apache-2.0
// An image of any part of the page, as it is seen: every box, line of text and drawing below an element becomes a shape of SVG at the place
// and in the colours that the browser gave it. No view has to know of it. Text stays text; a drawing on a canvas is the pixels that are
// on screen, and who wants its lines has `Export SVG` in that view. Of what is scrolled, what is in sight is in the image.
//
// Rejected: the page's own HTML inside `foreignObject`, which few programs but browsers show.

import { describeError, fail, ok, type Result } from "../base/result";

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Far more than any screen has; what is left out of a greater one is told. */
const mostShapes = 60_000;

export function drawPicture(root: HTMLElement): Picture {
  return new Drawer(root).draw();
}

class Drawer {
  private readonly parts: string[] = [];
  private readonly clips: string[] = [];
  private readonly origin: DOMRect;
  private shapes = 0;

  constructor(private readonly root: HTMLElement) {
    this.origin = root.getBoundingClientRect();
  }

  draw(): Picture {
    const { width, height } = this.origin;
    this.walk(this.root, this.origin);
    const ground = groundOf(this.root);
    const defs = this.clips.length > 0 ? `<defs>${this.clips.join("")}</defs>` : "";
    const size = `width="${round(width)}" height="${round(height)}"`;
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${round(width)} ${round(height)}">${defs}` +
      `<rect ${size} fill="${ground}"/>${this.parts.join("")}</svg>\n`;
    return { svg, width, height };
  }

  private place(rect: Box): Box {
    return { x: rect.x - this.origin.x, y: rect.y - this.origin.y, width: rect.width, height: rect.height };
  }

  private add(part: string): void {
    if (this.shapes++ < mostShapes) this.parts.push(part);
  }

  private walk(element: Element, seen: Box): void {
    const style = getComputedStyle(element);
    if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
    const rect = element.getBoundingClientRect();
    const isBox = style.display !== "contents";
    // What is for screen readers alone has a box of one pixel.
    if (isBox && style.clipPath !== "none" && rect.width <= 1) return;
    const clipped = isBox && style.overflow !== "visible" ? meet(seen, rect) : seen;
    if (clipped.width <= 0 || clipped.height <= 0) return;
    if (isBox && rect.width > 0 && meets(rect, seen)) this.box(style, rect);
    if (element instanceof HTMLCanvasElement) return this.canvas(element, rect);
    if (element instanceof SVGSVGElement) return this.drawing(element, rect, style);
    if (element instanceof HTMLImageElement) return;
    if (/^(SELECT|INPUT|TEXTAREA|PROGRESS)$/.test(element.tagName)) return this.control(element as HTMLInputElement, style, rect);
    const clips = isBox && style.overflow !== "visible" && overflows(element);
    if (clips) this.openClip(rect);
    for (const child of element.childNodes) {
      if (child instanceof Element) this.walk(child, clipped);
      else if (child instanceof Text) this.text(child, style, clipped);
    }
    if (clips) this.parts.push("</g>");
  }

  private openClip(rect: DOMRect): void {
    const { x, y, width, height } = this.place(rect);
    const id = `clip-${this.clips.length}`;
    const shape = `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`;
    this.clips.push(`<clipPath id="${id}">${shape}</clipPath>`);
    this.parts.push(`<g clip-path="url(#${id})">`);
  }

  private box(style: CSSStyleDeclaration, rect: DOMRect): void {
    const { x, y, width, height } = this.place(rect);
    const edges = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map(Number.parseFloat);
    const [top = 0, right = 0, bottom = 0, left = 0] = edges;
    const even = top > 0 && edges.every((edge) => edge === top);
    const fill = isClear(style.backgroundColor) ? "none" : style.backgroundColor;
    const stroke = even && !isClear(style.borderTopColor) ? ` stroke="${style.borderTopColor}" stroke-width="${top}"` : "";
    const inset = stroke ? top / 2 : 0;
    const radius = Number.parseFloat(style.borderTopLeftRadius) || 0;
    if (fill !== "none" || stroke)
      this.add(
        `<rect x="${round(x + inset)}" y="${round(y + inset)}" width="${round(Math.max(0, width - 2 * inset))}" height="${round(Math.max(0, height - 2 * inset))}"${radius ? ` rx="${round(radius)}"` : ""} fill="${fill}"${stroke}/>`,
      );
    if (even) return;
    const line = (size: number, colour: string, box: Box) => {
      if (size > 0 && !isClear(colour))
        this.add(
          `<rect x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}" fill="${colour}"/>`,
        );
    };
    line(top, style.borderTopColor, { x, y, width, height: top });
    line(bottom, style.borderBottomColor, { x, y: y + height - bottom, width, height: bottom });
    line(left, style.borderLeftColor, { x, y, width: left, height });
    line(right, style.borderRightColor, { x: x + width - right, y, width: right, height });
  }

  private canvas(canvas: HTMLCanvasElement, rect: DOMRect): void {
    if (canvas.width === 0 || canvas.height === 0) return;
    const { x, y, width, height } = this.place(rect);
    this.add(
      `<image x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" href="${canvas.toDataURL("image/png")}"/>`,
    );
  }

  private drawing(svg: SVGSVGElement, rect: DOMRect, style: CSSStyleDeclaration): void {
    const { x, y, width, height } = this.place(rect);
    const copy = svg.cloneNode(true) as SVGSVGElement;
    for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, round(value));
    for (const name of ["class", "style", "aria-hidden", "role", "tabindex"]) copy.removeAttribute(name);
    paintCopy(svg, copy);
    copy.setAttribute("color", style.color);
    this.add(new XMLSerializer().serializeToString(copy));
  }

  /** The value of a control is in no text of the page. */
  private control(control: HTMLInputElement | HTMLSelectElement, style: CSSStyleDeclaration, rect: DOMRect): void {
    const { x, y, height } = this.place(rect);
    const isTick = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
    const isHidden = control instanceof HTMLInputElement && /^(password|range|file)$/.test(control.type);
    const value =
      control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.text ?? "") : control.value || (control.placeholder ?? "");
    const text = isTick ? (control.checked ? "☑" : "☐") : isHidden ? "" : value;
    const size = Number.parseFloat(style.fontSize);
    const left = isTick ? 0 : Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth);
    if (text) this.words(text, x + left, y + height / 2 + size * 0.35, style);
  }

  private text(node: Text, style: CSSStyleDeclaration, seen: Box): void {
    if (node.data.trim() === "") return;
    for (const { text, rect } of linesOf(node)) {
      if (!meets(rect, seen)) continue;
      const { x, y, height } = this.place(rect);
      // Where a font's base line lies in its box is not told; for the page's fonts this is it within half a pixel.
      this.words(text, x, y + height / 2 + Number.parseFloat(style.fontSize) * 0.34, style, rect.width);
    }
  }

  private words(text: string, x: number, y: number, style: CSSStyleDeclaration, width?: number): void {
    const shown = style.textTransform === "uppercase" ? text.toUpperCase() : text;
    const weight = Number(style.fontWeight) > 400 ? ` font-weight="${style.fontWeight}"` : "";
    const slant = style.fontStyle === "normal" ? "" : ` font-style="${style.fontStyle}"`;
    const line = /underline|line-through/.exec(style.textDecorationLine)?.[0];
    // With the length that it has here, it keeps its columns under another font.
    const length = width === undefined ? "" : ` textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"`;
    this.add(
      `<text x="${round(x)}" y="${round(y)}" fill="${style.color}" font-family="${escape(style.fontFamily)}" font-size="${style.fontSize}"${weight}${slant}${line ? ` text-decoration="${line}"` : ""}${length} xml:space="preserve">${escape(shown)}</text>`,
    );
  }
}

/** The text of a node, line by line as it is broken on screen. */
function linesOf(node: Text): { text: string; rect: Box }[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [only] = rects;
  if (!only) return [];
  if (rects.every(({ top }) => Math.abs(top - only.top) < 2)) {
    const right = Math.max(...rects.map((rect) => rect.right));
    return [{ text: plain(node.data, node), rect: { x: only.x, y: only.y, width: right - only.x, height: only.height } }];
  }
  const lines: { text: string; rect: Box }[] = [];
  for (let at = 0; at < node.length; at++) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const rect = range.getClientRects()[0];
    if (!rect || rect.width === 0) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.rect.y - rect.y) < 2) {
      last.text += node.data[at];
      last.rect.width = rect.right - last.rect.x;
    } else lines.push({ text: node.data[at] ?? "", rect: { x: rect.x, y: rect.y, width: rect.width, height: rect.height } });
  }
  return lines.map(({ text, rect }) => ({ text: plain(text, node), rect }));
}

function plain(text: string, node: Text): string {
  const keeps = node.parentElement && /^(pre|break-spaces)/.test(getComputedStyle(node.parentElement).whiteSpace);
  return keeps ? text.replace(/\n$/, "") : text.replace(/\s+/g, " ").trim();
}

/** What styles give the parts of a drawing, since its image has no style sheet. */
function paintCopy(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of ["fill", "stroke", "stroke-width", "opacity", "font-size", "font-family"]) {
    const value = style.getPropertyValue(name);
    if (from.tagName !== "svg" && value) to.setAttribute(name, value);
  }
  [...from.children].forEach((child, index) => {
    const copy = to.children[index];
    if (copy) paintCopy(child, copy);
  });
}

function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!isClear(backgroundColor)) return backgroundColor;
  }
  return "white";
}

function isClear(colour: string): boolean {
  return colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour) || /\/ 0\)$/.test(colour);
}

function overflows(element: Element): boolean {
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
}

function meet(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
}

function meets(a: Box, b: Box): boolean {
  const { width, height } = meet(a, b);
  return width > 0 && height > 0;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escape(text: string): string {
  // What XML has no place for would make the whole image unreadable.
  // eslint-disable-next-line no-control-regex
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, " ");
}

/** `scale` pixels for each of the screen's. */
export async function toPng({ svg, width, height }: Picture, scale = 2): Promise<Result<Blob>> {
  const picture = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    return blob ? ok(blob) : fail("the browser makes no image of this size");
  } catch (thrown) {
    return fail(describeError(thrown));
  } finally {
    URL.revokeObjectURL(address);
  }
}
