// SPDX-License-Identifier: Apache-2.0
// Which program touches which block of which array. The grid and all arrays of one launch, a program at a time in launch order:
// with a slider, the arrow keys, or playing. Pointing at a program shows its blocks, pointing at a block shows its programs.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { coloursOf, hueOf } from "../base/colours";
import { formatCount, formatShape, formatTuple, plural } from "../base/format";
import { hitTest, layOut, type Hit, type Scene } from "../base/scene";
import { blocksOf, drawnOperands, formatBox, programPoint, programsTouching } from "../base/tilings";
import type { KernelTilings, Launch, Operand } from "../base/protocol";
import { canvasSurface, paintScene, readPaint, sceneToSvg, type Shown } from "./draw";
import { DiagnosticList, Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { litBy } from "./view-state";
import { Empty, Icon, Outdated, saveFile } from "./widgets";

export function TilingsPane(props: { theme: string }) {
  const { workspace, view } = usePage();
  const tilings = workspace.tilings.value;
  const kernels = tilings.value ?? [];
  const kernel = kernels[view.kernel.value] ?? kernels[0];
  const launch = kernel?.launches[view.launch.value] ?? kernel?.launches[0];
  if (!kernel || !launch)
    return (
      <Empty>
        <p>
          <Message text={whyEmpty(tilings.error, tilings.loading, tilings.value !== null)} />
        </p>
        {tilings.value && <NeverLaunched />}
      </Empty>
    );
  return (
    <div class="tilings">
      <Outdated view={tilings} />
      <LaunchView kernels={kernels} kernel={kernel} launch={launch} theme={props.theme} />
    </div>
  );
}

/** Kernels that nothing launches, with the launch to write: who meets this empty pane has most likely just pasted one. */
function NeverLaunched() {
  const { workspace } = usePage();
  const compiled = workspace.compiled.value;
  const told = workspace.diagnostics.value.filter(({ severity, fix }) => severity === "warning" && fix);
  return <DiagnosticList diagnostics={told} fixable={!compiled.stale} />;
}

function whyEmpty(error: string | null, loading: boolean, empty: boolean): string {
  if (error) return `No tilings: ${error}.`;
  if (loading) return "Looking at what each program touches…";
  if (empty) return "This program launches no kernel. The grid of each launch comes here, with the blocks that every program sees.";
  return "The grid and the blocks of every array come here once the program compiles.";
}

function LaunchView(props: { kernels: KernelTilings[]; kernel: KernelTilings; launch: Launch; theme: string }) {
  const { kernels, kernel, launch } = props;
  const { view } = usePage();
  const listed = Math.max(1, Math.min(launch.recorded, launch.programs));
  const program = Math.min(view.program.value, listed - 1);
  const [hit, setHit] = useState<Hit | null>(null);
  const hues = drawnOperands(launch).map((operand) => hueOf(kernel, operand.name));
  const shown: Shown = {
    program,
    hovered: hit?.kind === "program" ? hit.program : -1,
    block: hit?.kind === "block" ? { operand: hit.operand, block: hit.block } : null,
  };
  const pointed = hit?.kind === "program" ? hit.program : program;
  const exportSvg = (scene: Scene, element: HTMLElement) =>
    saveFile(`${kernel.name}-tilings.svg`, sceneToSvg(scene, launch, shown, readPaint(element), hues), "image/svg+xml");
  const canvas = useRef<{ scene: Scene; element: HTMLElement } | null>(null);
  return (
    <>
      <div class="toolbar">
        <LaunchChoice kernels={kernels} kernel={kernel} launch={launch} />
        <Player launch={launch} program={program} listed={listed} />
        <button onClick={() => canvas.current && exportSvg(canvas.current.scene, canvas.current.element)}>Export SVG</button>
      </div>
      <div class="tilings-body">
        <SceneCanvas
          launch={launch}
          shown={shown}
          hues={hues}
          theme={props.theme}
          onHit={setHit}
          onMade={(made) => (canvas.current = made)}
        />
        <p class="readout" aria-live="polite">
          {readout(launch, pointed, hit)}
        </p>
        <OperandTable kernel={kernel} launch={launch} program={pointed} />
        <Footnotes launch={launch} />
      </div>
    </>
  );
}

function readout(launch: Launch, program: number, hit: Hit | null): string {
  if (hit?.kind === "block") {
    const operand = drawnOperands(launch)[hit.operand];
    const blocks = operand ? blocksOf(operand) : null;
    const box = blocks?.boxes[hit.block];
    if (operand && blocks && box) {
      const programs = programsTouching(blocks, hit.block);
      const names = programs.slice(0, 6).map((index) => formatTuple(programPoint(launch, index)));
      return `${operand.name}${formatBox(box, operand.shape)}: ${plural(programs.length, "program")} ${names.join(" ")}${programs.length > 6 ? " …" : ""}`;
    }
  }
  return `program ${formatTuple(programPoint(launch, program))}, number ${formatCount(program + 1)} of ${formatCount(launch.programs)} in launch order`;
}

function LaunchChoice(props: { kernels: KernelTilings[]; kernel: KernelTilings; launch: Launch }) {
  const { view, place } = usePage();
  const { kernels, kernel, launch } = props;
  const choices = kernels.flatMap((each, index) => each.launches.map((item, number) => ({ each, item, key: `${index}/${number}` })));
  const chosen = choices.find((choice) => choice.each === kernel && choice.item === launch)?.key ?? "0/0";
  return (
    <label>
      Launch
      <select
        value={chosen}
        onChange={(event) => {
          const [index = 0, number = 0] = event.currentTarget.value.split("/").map(Number);
          view.kernel.value = index;
          view.launch.value = number;
          view.program.value = 0;
        }}
      >
        {choices.map(({ each, item, key }) => (
          <option key={key} value={key}>
            {`${each.name} grid ${formatTuple(item.grid)}${item.range ? `, ${place(item.range)}` : ""}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Steps through launch order. Playing takes at most about ten seconds, however many programs there are. */
function Player(props: { launch: Launch; program: number; listed: number }) {
  const { view } = usePage();
  const { launch, program, listed } = props;
  const [playing, setPlaying] = useState(false);
  const go = (to: number) => (view.program.value = Math.max(0, Math.min(listed - 1, to)));
  useEffect(() => setPlaying(false), [launch]);
  useEffect(() => {
    if (!playing) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pace = calm ? 800 : 250;
    const stride = Math.max(1, Math.ceil((listed * pace) / 10_000));
    const timer = setInterval(() => {
      const next = Math.min(listed - 1, view.program.value + stride);
      view.program.value = next;
      if (next >= listed - 1) setPlaying(false);
    }, pace);
    return () => clearInterval(timer);
  }, [playing, listed]);
  const play = () => {
    if (!playing && program >= listed - 1) go(0);
    setPlaying(!playing);
  };
  return (
    <div class="player" role="group" aria-label="launch order">
      <div class="joined">
        <button aria-label="previous program" disabled={program <= 0} onClick={() => go(program - 1)}>
          <Icon shape="back" />
        </button>
        <button aria-label={playing ? "pause" : "play through launch order"} disabled={listed < 2} onClick={play}>
          <Icon shape={playing ? "pause" : "play"} />
        </button>
        <button aria-label="next program" disabled={program >= listed - 1} onClick={() => go(program + 1)}>
          <Icon shape="forward" />
        </button>
      </div>
      <input
        type="range"
        min={0}
        max={listed - 1}
        value={program}
        disabled={listed < 2}
        aria-label="program in launch order"
        aria-valuetext={`program ${formatTuple(programPoint(launch, program))}`}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <output>{formatTuple(programPoint(launch, program))}</output>
    </div>
  );
}

interface CanvasProps {
  launch: Launch;
  shown: Shown;
  hues: number[];
  theme: string;
  onHit: (hit: Hit | null) => void;
  onMade: (made: { scene: Scene; element: HTMLElement }) => void;
}

function SceneCanvas({ launch, shown, hues, theme, onHit, onMade }: CanvasProps) {
  const { view } = usePage();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth || 600));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const scene = useMemo(() => layOut(launch, width - 4), [launch, width]);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.ceil((scene.width + 2) * ratio);
    element.height = Math.ceil((scene.height + 2) * ratio);
    element.style.width = `${scene.width + 2}px`;
    element.style.height = `${scene.height + 2}px`;
    context.setTransform(ratio, 0, 0, ratio, ratio, ratio);
    paintScene(
      canvasSurface(context, getComputedStyle(element).fontFamily),
      scene,
      launch,
      shown,
      readPaint(element.parentElement ?? element),
      hues,
    );
    onMade({ scene, element: element.parentElement ?? element });
  });
  const find = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return box ? hitTest(launch, scene, event.clientX - box.left - 1, event.clientY - box.top - 1) : null;
  };
  const point = (hit: Hit | null) => {
    onHit(hit);
    const operand = hit?.kind === "block" ? drawnOperands(launch)[hit.operand] : undefined;
    view.litSource.value = litBy(operand?.range);
  };
  const label = `grid ${formatTuple(launch.grid)} and ${plural(drawnOperands(launch).length, "array")}; the table below says the same`;
  return (
    <div class="scene" ref={frame} data-theme-used={theme} role="group" aria-label="drawing" tabIndex={0}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerMove={(event) => point(find(event))}
        onPointerLeave={() => point(null)}
        onClick={(event) => {
          const hit = find(event as unknown as PointerEvent);
          if (hit?.kind === "program") view.program.value = hit.program;
          if (hit?.kind === "block") view.program.value = firstProgram(launch, hit);
        }}
      />
    </div>
  );
}

function firstProgram(launch: Launch, hit: Hit & { kind: "block" }): number {
  const operand = drawnOperands(launch)[hit.operand];
  return Math.max(0, operand ? blocksOf(operand).ofProgram.indexOf(hit.block) : 0);
}

const roles: Record<Operand["role"], string> = {
  read: "reads",
  write: "writes",
  readwrite: "reads and writes",
  scalar: "scalar",
  scratch: "scratch",
};
const origins = { "block-spec": "block spec", whole: "no block spec: the whole array", recorded: "what the interpreter saw it access" };

function OperandTable(props: { kernel: KernelTilings; launch: Launch; program: number }) {
  const { goTo } = usePage();
  const colours = coloursOf(props.kernel);
  return (
    <table class="operands">
      <thead>
        <tr>
          <th scope="col">operand</th>
          <th scope="col">this program</th>
          <th scope="col">sees</th>
          <th scope="col">of</th>
          <th scope="col">blocks from</th>
        </tr>
      </thead>
      <tbody>
        {props.launch.operands.map((operand, index) => {
          const colour = colours.find((item) => item.name === operand.name);
          const box = operand.boxes[props.program];
          return (
            <tr key={`${operand.name}${index}`}>
              <td>
                {colour && <span class={`swatch array-${colour.hue}`} aria-hidden="true" />}
                {operand.range ? (
                  <button class="link" onClick={() => operand.range && goTo(operand.range)}>
                    {operand.name}
                  </button>
                ) : (
                  operand.name
                )}
              </td>
              <td>{roles[operand.role]}</td>
              <td class="code">
                {operand.role === "scalar" ? "" : operand.role === "scratch" ? "its own" : box ? formatBox(box, operand.shape) : "nothing"}
              </td>
              <td class="code">{`${operand.dtype} ${formatShape(operand.shape)}`}</td>
              <td>{operand.block && operand.role !== "scalar" && operand.role !== "scratch" ? originOf(operand) : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function originOf(operand: Operand): string {
  if (!operand.block) return "";
  const shape = operand.block.origin === "block-spec" ? ` ${formatTuple(operand.block.shape)}` : "";
  return origins[operand.block.origin] + shape;
}

function Footnotes({ launch }: { launch: Launch }) {
  if (launch.recorded >= launch.programs) return null;
  return (
    <p class="note">{`The first ${formatCount(launch.recorded)} of ${formatCount(launch.programs)} programs are listed; the others run too and are not drawn.`}</p>
  );
}
