// SPDX-License-Identifier: Apache-2.0
// Where the values of a scheduled kernel live. A value is a plane of elements in the colours of their warps; pointing at an element says which lane holds
// it in which register and lights all that this lane holds. Below it shared memory: which buffer lies where, how long it lives, its banks, and which
// accesses collide.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount, formatShape, plural } from "../base/format";
import { hues } from "../base/colours";
import {
  bankOf,
  bytesOfType,
  countOf,
  describeHolder,
  elementsOf,
  flatten,
  holderOf,
  holdersOf,
  planeOf,
  unflatten,
  wavefrontsOfMatrix,
} from "../base/layouts";
import type { KernelLayouts, SharedBuffer, SourceRange, ValueLayout } from "../base/protocol";
import { readPaint } from "./draw";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { litBy, unlit } from "./view-state";
import { Empty, Outdated, saveFile } from "./widgets";

export function LayoutsPane(props: { theme: string }) {
  const { workspace, view } = usePage();
  const layouts = workspace.layouts.value;
  const kernels = layouts.value ?? [];
  const kernel = kernels[view.layoutKernel.value] ?? kernels[0];
  if (!kernel)
    return (
      <Empty>
        <Message text={whyEmpty(layouts.error, layouts.loading, layouts.value !== null)} />
      </Empty>
    );
  return (
    <div class="layouts">
      <Outdated view={layouts} />
      <KernelView kernels={kernels} kernel={kernel} theme={props.theme} />
    </div>
  );
}

function whyEmpty(error: string | null, loading: boolean, empty: boolean): string {
  if (error) return `No layouts: ${error}.`;
  if (loading) return "Looking where every value lives…";
  if (empty)
    return "No kernel of this program has a GPU schedule; the diagnostics say why. Where each value of a scheduled kernel lives comes here.";
  return "Which lane holds which element, and what lies where in shared memory, comes here once the program compiles.";
}

function KernelView(props: { kernels: KernelLayouts[]; kernel: KernelLayouts; theme: string }) {
  const { kernels, kernel } = props;
  const { view, place } = usePage();
  const value = kernel.values[view.layoutValue.value] ?? kernel.values[0];
  return (
    <>
      <div class="toolbar">
        <label>
          Kernel
          <select
            value={String(kernels.indexOf(kernel))}
            onChange={(event) => {
              view.layoutKernel.value = Number(event.currentTarget.value);
              view.layoutValue.value = 0;
            }}
          >
            {kernels.map((each, index) => (
              <option key={each.name} value={String(index)}>{`${each.name}, ${plural(each.warps, "warp")}`}</option>
            ))}
          </select>
        </label>
        {value && (
          <label>
            Value
            <select
              value={String(kernel.values.indexOf(value))}
              onChange={(event) => (view.layoutValue.value = Number(event.currentTarget.value))}
            >
              {kernel.values.map((each, index) => (
                <option
                  key={index}
                  value={String(index)}
                >{`${each.range ? place(each.range) : "made by the compiler"}: ${each.op.replace(/^tilegpu\./, "")} ${each.dtype} ${formatShape(each.shape)}`}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div class="layouts-body">
        {value ? <ValueView value={value} theme={props.theme} /> : <p>This kernel holds no arrays in registers.</p>}
        {kernel.left > 0 && <p class="note">{`${formatCount(kernel.left)} more values are not listed.`}</p>}
        <SharedView kernel={kernel} />
      </div>
    </>
  );
}

//===-- a value ------------------------------------------------------------------------------------------------===//

/** Elements of the plane that are drawn at once. */
const mostRows = 64,
  mostColumns = 128;

function ValueView({ value, theme }: { value: ValueLayout; theme: string }) {
  const { view } = usePage();
  const [pointed, setPointed] = useState(0);
  useEffect(() => setPointed(0), [value]);
  useEffect(() => {
    view.litSource.value = litBy(value.range);
    // Another tab has nothing to do with this value.
    return () => (view.litSource.value = unlit);
  }, [value]);
  const { rows, columns } = planeOf(value.shape);
  const shownRows = Math.min(rows, mostRows),
    shownColumns = Math.min(columns, mostColumns);
  const holder = holderOf(value, pointed);
  const copies = holdersOf(value).copies[pointed] ?? 0;
  const own = useMemo(() => {
    const set = new Set<number>();
    if (holder) for (const point of elementsOf(value, holder.lane, holder.warp)) set.add(flatten(value.shape, point));
    return set;
  }, [value, holder?.lane, holder?.warp]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cell = Math.max(5, Math.min(18, Math.floor(900 / shownColumns)));
  useEffect(() => {
    const element = canvas.current,
      context = element?.getContext("2d");
    if (!element || !context) return;
    const scale = window.devicePixelRatio || 1;
    element.width = shownColumns * cell * scale;
    element.height = shownRows * cell * scale;
    context.scale(scale, scale);
    const colours = readPaint(element.parentElement ?? element);
    for (let row = 0; row < shownRows; ++row)
      for (let column = 0; column < shownColumns; ++column) {
        const index = row * columns + column,
          each = holderOf(value, index);
        context.globalAlpha = own.has(index) ? 1 : 0.35 + 0.02 * ((each?.lane ?? 0) % 8);
        context.fillStyle = each ? (colours.arrays[each.warp % hues] ?? "gray") : colours.faint;
        context.fillRect(column * cell, row * cell, cell - 1, cell - 1);
        context.globalAlpha = 1;
        if (index === pointed) {
          context.strokeStyle = colours.text;
          context.lineWidth = 2;
          context.strokeRect(column * cell, row * cell, cell - 1, cell - 1);
        }
        if (cell >= 16 && each) {
          context.fillStyle = colours.text;
          context.font = "9px sans-serif";
          context.fillText(String(each.lane), column * cell + 2, row * cell + cell - 5);
        }
      }
  }, [value, own, pointed, theme, cell]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = pointed + step;
    if (to >= 0 && Math.floor(to / columns) < shownRows && to % columns < shownColumns) setPointed(to);
  };
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / cell),
      row = Math.floor((event.clientY - box.top) / cell);
    if (row >= 0 && row < shownRows && column >= 0 && column < shownColumns) setPointed(row * columns + column);
  };
  const at = unflatten(value.shape, pointed);
  return (
    <section aria-label="layout of a value">
      <p class="readout" aria-live="polite">
        {`element [${at.join(", ")}]: ${holder ? describeHolder(holder, copies) : "held by nobody"}`}
      </p>
      <div class="scene">
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label={`${value.dtype} ${formatShape(value.shape)}, element by element in the colour of its warp; arrow keys move`}
          style={{ width: `${shownColumns * cell}px`, height: `${shownRows * cell}px` }}
          onPointerMove={point}
          onKeyDown={move}
        />
      </div>
      {(rows > shownRows || columns > shownColumns) && (
        <p class="note">{`The first ${plural(shownRows, "row")} and ${plural(shownColumns, "column")} of ${formatCount(rows)} by ${formatCount(columns)}.`}</p>
      )}
      <ThreadChoice
        value={value}
        lane={holder?.lane ?? 0}
        warp={holder?.warp ?? 0}
        onChoose={(lane, warp) => setPointed(flatten(value.shape, elementsOf(value, lane, warp)[0] ?? []))}
      />
      <p class="layout-text">
        <code>{value.text}</code>
      </p>
      <p class="note">
        {`${plural(value.registers, "element")} a thread${value.copies ? "; some threads hold copies" : ""}. The lane's other elements are lit${cell >= 16 ? "; numbers in cells are lanes" : ""}.`}{" "}
        <button onClick={() => saveFile("layout.svg", toSvg(value, shownRows, shownColumns, canvas.current), "image/svg+xml")}>
          Export SVG
        </button>
      </p>
    </section>
  );
}

/** Choosing a lane lights what it holds. */
function ThreadChoice(props: { value: ValueLayout; lane: number; warp: number; onChoose: (lane: number, warp: number) => void }) {
  const { value, lane, warp, onChoose } = props;
  const list = elementsOf(value, lane, warp);
  return (
    <div class="thread-choice">
      <label>
        Warp{" "}
        <select value={String(warp)} onChange={(event) => onChoose(lane, Number(event.currentTarget.value))}>
          {Array.from({ length: countOf(value.layout.warp) }, (_, index) => (
            <option key={index} value={String(index)}>
              {index}
            </option>
          ))}
        </select>
      </label>
      <label>
        Lane{" "}
        <select value={String(lane)} onChange={(event) => onChoose(Number(event.currentTarget.value), warp)}>
          {Array.from({ length: 32 }, (_, index) => (
            <option key={index} value={String(index)}>
              {index}
            </option>
          ))}
        </select>
      </label>
      <span class="held">
        {`holds ${list
          .slice(0, 8)
          .map((at) => `[${at.join(", ")}]`)
          .join(" ")}${list.length > 8 ? ` and ${formatCount(list.length - 8)} more` : ""}`}
      </span>
    </div>
  );
}

function toSvg(value: ValueLayout, rows: number, columns: number, element: HTMLElement | null): string {
  const colours = element?.parentElement ? readPaint(element.parentElement) : null;
  const all = planeOf(value.shape).columns,
    cell = 18;
  const parts: string[] = [];
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) {
      const holder = holderOf(value, row * all + column);
      if (!holder) continue;
      parts.push(
        `<rect x="${column * cell}" y="${row * cell}" width="${cell - 1}" height="${cell - 1}" fill="${colours?.arrays[holder.warp % hues] ?? "gray"}" fill-opacity="0.6"/>`,
      );
      parts.push(`<text x="${column * cell + 2}" y="${row * cell + 12}" font-size="8">${holder.lane}:${holder.register}</text>`);
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * cell}" height="${rows * cell}" font-family="sans-serif"><title>lane:register of ${value.dtype} ${formatShape(value.shape)}</title>${parts.join("")}</svg>`;
}

//===-- shared memory ------------------------------------------------------------------------------------------===//

function SharedView({ kernel }: { kernel: KernelLayouts }) {
  const [chosen, setChosen] = useState(0);
  const { view, place } = usePage();
  if (!kernel.buffers.length)
    return (
      <p class="note">
        {kernel.sharedBytes
          ? `${formatCount(kernel.sharedBytes)} bytes of shared memory, for passing values between threads.`
          : "This kernel uses no shared memory."}
      </p>
    );
  const buffer = kernel.buffers[chosen] ?? kernel.buffers[0];
  const end = Math.max(kernel.sharedBytes, ...kernel.buffers.map(({ offset, bytes }) => offset + bytes));
  const last = Math.max(1, ...kernel.buffers.map(({ life }) => life[1]));
  return (
    <section aria-label="shared memory">
      <h2>{`Shared memory: ${formatCount(kernel.sharedBytes)} bytes`}</h2>
      <svg class="memory-map" viewBox="0 0 600 120" role="img" aria-label="buffers: place across, life down">
        {kernel.buffers.map((each, index) => (
          <g key={index} class={each === buffer ? "chosen" : ""} onClick={() => setChosen(index)}>
            <rect
              class={`array-${index % hues}`}
              x={(each.offset / end) * 600}
              y={(each.life[0] / last) * 120}
              width={Math.max(2, (each.bytes / end) * 600)}
              height={Math.max(3, ((each.life[1] - each.life[0]) / last) * 120)}
            />
          </g>
        ))}
      </svg>
      <table>
        <thead>
          <tr>
            <th>buffer</th>
            <th>type</th>
            <th>bytes</th>
            <th>from</th>
            <th>swizzle</th>
            <th>accesses</th>
          </tr>
        </thead>
        <tbody>
          {kernel.buffers.map((each, index) => (
            <tr key={index} class={each === buffer ? "chosen" : ""} onPointerEnter={() => (view.litSource.value = litBy(each.range))}>
              <td>
                <button onClick={() => setChosen(index)}>
                  <span class={`swatch array-${index % hues}`} aria-hidden="true" /> {each.name || `buffer ${index}`}
                </button>
              </td>
              <td>{`${each.dtype} ${formatShape(each.shape)}`}</td>
              <td>{formatCount(each.bytes)}</td>
              <td>{formatCount(each.offset)}</td>
              <td>{each.swizzle ? `${each.swizzle} bytes` : "none"}</td>
              <td>{describeAccesses(each, place)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {buffer && <Banks buffer={buffer} />}
    </section>
  );
}

function describeAccesses(buffer: SharedBuffer, place: (range: SourceRange) => string): string {
  return (
    buffer.accesses
      .map((access) => {
        const where = access.range ? ` at ${place(access.range)}` : "";
        if (access.wavefronts === undefined || access.ideal === undefined) return `${access.kind}${where}`;
        return `${access.kind}${where}: ${access.wavefronts > access.ideal ? `${access.wavefronts} wavefronts for ${access.ideal}, bank conflicts` : "no bank conflict"}`;
      })
      .join("; ") || describeUnlisted(buffer)
  );
}

/** Copies and products are no accesses of threads. What they take together is the same for all: 8 rows, 16 bytes of each. */
function describeUnlisted(buffer: SharedBuffer): string {
  const wavefronts = wavefrontsOfMatrix(buffer, bytesOfType(buffer.dtype));
  if (wavefronts === null) return "by copies and products only";
  return `by copies and products only: 8 rows of 16 bytes lie in ${wavefronts > 1 ? `${wavefronts} wavefronts for 1` : "banks of their own"}`;
}

/** The bank of each element's first byte: down a column without repeats means no conflict. */
function Banks({ buffer }: { buffer: SharedBuffer }) {
  const { rows, columns } = planeOf(buffer.shape);
  const bytes = bytesOfType(buffer.dtype),
    step = Math.max(1, 4 / bytes);
  const shownRows = Math.min(rows, 16),
    shownColumns = Math.min(Math.ceil(columns / step), 32);
  return (
    <div class="banks" role="group" aria-label="banks" tabIndex={0}>
      <table aria-label="banks of the first rows">
        <tbody>
          {Array.from({ length: shownRows }, (_, row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {Array.from({ length: shownColumns }, (__, column) => {
                const bank = bankOf(buffer, bytes, row, column * step);
                return (
                  <td key={column} style={{ background: `hsl(${(bank * 360) / 32} 60% 60% / 0.3)` }}>
                    {bank}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">{`The bank of every ${step > 1 ? `${step} elements` : "element"} in the first ${plural(shownRows, "row")}.`}</p>
    </div>
  );
}
