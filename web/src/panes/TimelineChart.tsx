// SPDX-License-Identifier: Apache-2.0
// One timeline, drawn and handled: the mouse drags, zooms (Ctrl and the wheel) and points; the keyboard does all of that and steps from event
// to event. It knows nothing of the page: what is lit comes in, what is pointed at and chosen goes out.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { loadsOf } from "../base/timeline-bubbles";
import type { BufferColour } from "../base/timeline-colours";
import {
  bandOf,
  eventAt,
  layOutTimeline,
  nearestIn,
  neighbour,
  pan,
  reveal,
  wholeWindow,
  within,
  zoom,
  type SceneChoice,
  type TimelineScene,
  type TimeWindow,
} from "../base/timeline-scene";
import type { Timeline } from "../base/timeline";
import { readPaint } from "./draw";
import { axisHeight, canvasChart, paintTimeline, timelineToSvg, type TimelineShown } from "./timeline-draw";

export interface ChartHandle {
  zoomBy(factor: number): void;
  showAll(): void;
  toSvg(caption: string): string;
}

export interface ChartProps {
  timeline: Timeline;
  choice: SceneChoice;
  colours: readonly BufferColour[];
  label: string;
  /** How long the axis is; left out: as long as the timeline. */
  span?: number;
  /** Null: all of it. */
  window: TimeWindow | null;
  onWindow: (window: TimeWindow | null) => void;
  selected: number;
  onSelect: (event: number) => void;
  /** The event under the pointer; -1 for none. */
  onPoint?: (event: number) => void;
  /** Enter or a double click on an event. */
  onOpen?: (event: number) => void;
  lit?: ((event: number) => boolean) | null;
  /** Told so that another theme repaints. */
  theme: string;
  tallest?: number;
  onMade?: (handle: ChartHandle) => void;
}

const keysHelp =
  "arrow keys step from event to event and row to row, Shift with arrows moves, plus and minus zoom, 0 shows all, B goes to the next bubble, W to what a wait waited for, Enter to the source line";

export function TimelineChart(props: ChartProps) {
  const { timeline, choice, selected } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [outer, setOuter] = useState(600);
  const [top, setTop] = useState(0);
  const [hovered, setHovered] = useState(-1);
  const scene = useMemo(() => layOutTimeline(timeline, choice), [timeline, choice.block?.cluster, choice.block?.block, choice.slots]);
  const hues = useMemo(() => new Map(props.colours.map((colour) => [colour.name, colour.hue])), [props.colours]);
  const whole = wholeWindow(timeline, props.span);
  const window = props.window ? within(props.window, whole) : whole;
  const gutter = Math.round(Math.min(176, outer * 0.27));
  const width = Math.max(80, outer - gutter - 2);
  const height = Math.min(props.tallest ?? 400, scene.height + axisHeight + 2);
  const shown: TimelineShown = { window, selected, hovered, lit: props.lit ?? null, top, height: height - axisHeight };

  useEffect(() => setHovered(-1), [timeline]);
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setOuter(element.clientWidth || 600));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const [wide, high] = [Math.ceil(outer * ratio), Math.ceil(height * ratio)];
    if (element.width !== wide) element.width = wide;
    if (element.height !== high) element.height = high;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, outer, height);
    const surface = canvasChart(context, getComputedStyle(element).fontFamily);
    paintTimeline(surface, timeline, scene, { gutter, width }, shown, readPaint(element.parentElement ?? element), hues);
  });

  const setWindow = (next: TimeWindow) => props.onWindow(next.from <= whole.from && next.to >= whole.to ? null : next);
  const zoomBy = (factor: number, time?: number) => setWindow(zoom(window, whole, time ?? middleOf(timeline, selected, window), factor));
  const choose = (event: number) => {
    props.onSelect(event);
    if (event < 0) return;
    setWindow(reveal(window, whole, timeline.begin[event] ?? 0, timeline.end[event] ?? 0));
    scrollTo(scroll.current, scene, event, height);
  };
  const latest = useRef({ window, whole, zoomBy, setWindow, gutter, width });
  latest.current = { window, whole, zoomBy, setWindow, gutter, width };
  useEffect(() => {
    const svg = (caption: string) => {
      const element = scroll.current;
      return element ? timelineToSvg(timeline, scene, { gutter, width }, { ...shown, hovered: -1 }, readPaint(element), hues, caption) : "";
    };
    props.onMade?.({ zoomBy: (factor) => latest.current.zoomBy(factor), showAll: () => props.onWindow(null), toSvg: svg });
  });
  useWheel(scroll, latest);
  useEffect(() => {
    if (selected >= 0) scrollTo(scroll.current, scene, selected, height);
  }, [selected, scene]);

  const timeAt = (x: number) => window.from + ((x - gutter) / width) * (window.to - window.from);
  const find = (event: PointerEvent | MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return -1;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return x < gutter || y < axisHeight ? -1 : eventAt(timeline, scene, window, width, x - gutter, y - axisHeight + top);
  };
  const drag = useRef<{ x: number; window: TimeWindow; moved: boolean } | null>(null);
  const point = (event: number) => {
    if (event === hovered) return;
    setHovered(event);
    props.onPoint?.(event);
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (!from) return point(find(event));
    const by = event.clientX - from.x;
    if (Math.abs(by) > 3) from.moved = true;
    if (from.moved) setWindow(pan(from.window, whole, -by / width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepFor(event, timeline, scene, selected, window);
    if (step !== null) choose(step);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") setWindow(pan(window, whole, event.key === "ArrowLeft" ? -0.2 : 0.2));
    else if (event.key === "+" || event.key === "=") zoomBy(0.5);
    else if (event.key === "-") zoomBy(2);
    else if (event.key === "0") props.onWindow(null);
    else if (event.key === "Enter" && selected >= 0) props.onOpen?.(selected);
    else if (event.key === "Escape" && selected >= 0) props.onSelect(-1);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroll}
      class="timeline-scroll"
      style={{ height: `${height + 2}px` }}
      data-theme-used={props.theme}
      role="application"
      aria-roledescription="timeline"
      aria-label={`${props.label}; ${keysHelp}`}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="timeline-space" style={{ height: `${scene.height + axisHeight}px` }}>
        <canvas
          ref={canvas}
          aria-hidden="true"
          style={{ width: `${outer}px`, height: `${height}px` }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            drag.current = { x: event.clientX, window, moved: false };
            canvas.current?.setPointerCapture(event.pointerId);
          }}
          onPointerMove={onPointerMove}
          onPointerUp={(event) => {
            const moved = drag.current?.moved ?? false;
            drag.current = null;
            if (!moved) props.onSelect(find(event));
          }}
          onPointerCancel={() => (drag.current = null)}
          onPointerLeave={() => point(-1)}
          onDblClick={(event) => {
            const found = find(event);
            if (found >= 0) props.onOpen?.(found);
            else zoomBy(0.5, timeAt(event.offsetX));
          }}
        />
      </div>
    </div>
  );
}

function middleOf(timeline: Timeline, selected: number, window: TimeWindow): number {
  const middle = ((timeline.begin[selected] ?? 0) + (timeline.end[selected] ?? 0)) / 2;
  return selected >= 0 && middle >= window.from && middle <= window.to ? middle : (window.from + window.to) / 2;
}

/** Makes an event's row visible. */
function scrollTo(element: HTMLElement | null, scene: TimelineScene, event: number, height: number): void {
  const band = scene.bands[bandOf(scene, event)];
  if (!element || !band) return;
  const room = height - axisHeight;
  if (band.y < element.scrollTop) element.scrollTop = band.y;
  else if (band.y + Math.min(band.height, room) > element.scrollTop + room)
    element.scrollTop = band.y + Math.min(band.height, room) - room + 4;
}

/** The event that a key goes to; null for keys that go to none. */
function stepFor(event: KeyboardEvent, timeline: Timeline, scene: TimelineScene, selected: number, window: TimeWindow): number | null {
  const at = bandOf(scene, selected);
  const band = scene.bands[Math.max(0, at)];
  if (!band) return null;
  const time = selected >= 0 ? (timeline.begin[selected] ?? 0) : window.from;
  const beside = (direction: 1 | -1) => {
    for (let index = at + direction; scene.bands[index]; index += direction) {
      const found = nearestIn(timeline, scene.bands[index] ?? band, time);
      if (found >= 0) return found;
    }
    return selected;
  };
  if (!event.shiftKey && event.key === "ArrowRight") return selected < 0 ? nearestIn(timeline, band, time) : neighbour(band, selected, 1);
  if (!event.shiftKey && event.key === "ArrowLeft") return selected < 0 ? nearestIn(timeline, band, time) : neighbour(band, selected, -1);
  if (event.key === "ArrowDown") return selected < 0 ? nearestIn(timeline, band, time) : beside(1);
  if (event.key === "ArrowUp") return selected < 0 ? nearestIn(timeline, band, time) : beside(-1);
  if (event.key === "Home") return neighbour(band, -1, 1);
  if (event.key === "End") return nearestIn(timeline, band, timeline.length);
  if (event.key === "w" || event.key === "W") {
    const cause = timeline.waitsFor[selected] ?? -1;
    return cause >= 0 ? cause : selected;
  }
  if (event.key === "b" || event.key === "B") return nextBubble(timeline, scene, selected, event.shiftKey ? -1 : 1);
  return null;
}

/** The wait of the next bubble in time, among the rows that are shown. */
function nextBubble(timeline: Timeline, scene: TimelineScene, selected: number, direction: 1 | -1): number {
  const blocks = new Set(scene.bands.flatMap((band) => (band.row < 0 ? [] : [blockKey(timeline, band.row)])));
  const waits = loadsOf(timeline)
    .filter((load) => blocks.has(blockKey(timeline, load.row)))
    .flatMap((load) => load.bubbles.flatMap((bubble) => (bubble.wait < 0 ? [] : [bubble.wait])))
    .sort((a, b) => a - b);
  const next = direction > 0 ? waits.find((wait) => wait > selected) : waits.findLast((wait) => wait < selected);
  return next ?? selected;
}

function blockKey(timeline: Timeline, row: number): string {
  return `${timeline.rows[row]?.cluster}/${timeline.rows[row]?.block}`;
}

interface Latest {
  window: TimeWindow;
  whole: TimeWindow;
  gutter: number;
  width: number;
  zoomBy: (factor: number, time?: number) => void;
  setWindow: (window: TimeWindow) => void;
}

/** Not by Preact's `onWheel`: only a listener that says so may keep the page from scrolling. */
function useWheel(element: { current: HTMLElement | null }, latest: { current: Latest }): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const onWheel = (event: WheelEvent) => {
      const { window, whole, gutter, width, zoomBy, setWindow } = latest.current;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const share = (event.clientX - target.getBoundingClientRect().left - gutter) / width;
        zoomBy(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200))), window.from + share * (window.to - window.from));
      } else if (Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) setWindow(pan(window, whole, sideways / width));
      else return;
      event.preventDefault();
    };
    target.addEventListener("wheel", onWheel, { passive: false });
    return () => target.removeEventListener("wheel", onWheel);
  }, []);
}
