// SPDX-License-Identifier: Apache-2.0
// The roofline of the model's card with a dot for each kernel. Dots are buttons: Tab reaches them, arrows go from one to the next, and
// each says in words where it stands. Kernels without a place are named below, with the reason.

import { useRef } from "preact/hooks";
import { findCard, type Card } from "../base/gpu-cards";
import { formatAmount } from "../base/format";
import type { ExplainedKernel } from "../base/protocol";
import { allRoofs, describePoint, planeOf, pointOf, roofPath, type KernelPoint, type Plane, type Roof } from "../base/roofline";
import "./cost.css";

const [width, height] = [380, 260];

interface RooflineProps {
  kernels: ExplainedKernel[];
  card: string;
  chosen: string;
  onChoose: (kernel: string) => void;
}

export function Roofline({ kernels, card, chosen, onChoose }: RooflineProps) {
  const known = findCard(card);
  if (!known)
    return <p class="note">{`The model's rates for ${card || "this target's card"} are not known here, so there is no roofline.`}</p>;
  const places = kernels.map((kernel, index) => ({ name: kernel.name, hue: index % 8, place: pointOf(kernel, known) }));
  const dots = places.flatMap(({ place, hue }) => (typeof place === "string" ? [] : [{ point: place, hue }]));
  const without = places.flatMap(({ name, place }) => (typeof place === "string" ? [{ name, why: place }] : []));
  return (
    <figure class="roofline-figure">
      {dots.length > 0 && <Chart dots={dots} roofs={allRoofs(kernels, known)} card={known} chosen={chosen} onChoose={onChoose} />}
      <figcaption>
        {dots.map(({ point }) => (
          <p key={point.kernel} class={point.kernel === chosen ? "" : "unseen"}>
            <code>{point.kernel}</code>: {describePoint(point, known)}.
          </p>
        ))}
        {without.map(({ name, why }) => (
          <p key={name} class="quiet">
            <code>{name}</code> has no dot: {why}.
          </p>
        ))}
        <p class="quiet">{`Peaks and dots are the cost model's, for ${card}.`}</p>
      </figcaption>
    </figure>
  );
}

interface Dot {
  point: KernelPoint;
  hue: number;
}

function Chart({
  dots,
  roofs,
  card,
  chosen,
  onChoose,
}: { dots: Dot[]; roofs: Roof[]; card: Card } & Pick<RooflineProps, "chosen" | "onChoose">) {
  const svg = useRef<SVGSVGElement>(null);
  const plane = planeOf(
    dots.map(({ point }) => point),
    roofs,
    card,
    width,
    height,
  );
  const step = (from: number, by: number) => {
    const buttons = [...(svg.current?.querySelectorAll<SVGGElement>("[role=button]") ?? [])];
    buttons[(from + by + buttons.length) % buttons.length]?.focus();
  };
  const sorted = dots.toSorted((a, b) => a.point.intensity - b.point.intensity);
  return (
    <svg ref={svg} class="roofline-chart" viewBox={`0 0 ${width} ${height}`} role="group" aria-label="roofline, by the cost model">
      <Axes plane={plane} />
      {roofs.map((roof) => (
        <g key={roof.label} class="roof">
          <path d={roofPath(roof, card, plane)} />
          <text x={plane.box.right} y={plane.y(roof.rate) - 4} text-anchor="end">
            {`${roof.label} ${formatAmount(roof.rate * 1e6)}/s`}
          </text>
        </g>
      ))}
      <SlopeLabel plane={plane} card={card} roofs={roofs} />
      {sorted.map(({ point, hue }, index) => (
        <g
          key={point.kernel}
          role="button"
          tabindex={0}
          class={point.kernel === chosen ? "dot chosen" : "dot"}
          aria-pressed={point.kernel === chosen}
          aria-label={`${point.kernel}: ${describePoint(point, card)}`}
          onClick={() => onChoose(point.kernel)}
          onKeyDown={(event) => {
            const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
            if (by !== undefined) step(index, by);
            else if (event.key === "Enter" || event.key === " ") onChoose(point.kernel);
            else return;
            event.preventDefault();
          }}
        >
          <title>{`${point.kernel}: ${describePoint(point, card)}`}</title>
          <circle class="reach" cx={plane.x(point.intensity)} cy={plane.y(point.rate)} r={12} />
          <circle class="mark" cx={plane.x(point.intensity)} cy={plane.y(point.rate)} r={5} style={{ fill: `var(--fill-${hue})` }} />
        </g>
      ))}
    </svg>
  );
}

function Axes({ plane }: { plane: Plane }) {
  const { box, xTicks, yTicks } = plane;
  return (
    <g class="axes" aria-hidden="true">
      {xTicks.map((tick) => (
        <g key={tick}>
          <path d={`M${plane.x(tick)} ${box.top}V${box.bottom}`} />
          <text x={plane.x(tick)} y={box.bottom + 13} text-anchor="middle">
            {tick < 1 ? String(tick) : formatAmount(tick)}
          </text>
        </g>
      ))}
      {yTicks.map((tick) => (
        <g key={tick}>
          <path d={`M${box.left} ${plane.y(tick)}H${box.right}`} />
          <text x={box.left - 5} y={plane.y(tick) + 4} text-anchor="end">
            {formatAmount(tick * 1e6)}
          </text>
        </g>
      ))}
      <text x={(box.left + box.right) / 2} y={height - 6} text-anchor="middle">
        operations a byte of global memory
      </text>
      <text x={11} y={(box.top + box.bottom) / 2} text-anchor="middle" transform={`rotate(-90 11 ${(box.top + box.bottom) / 2})`}>
        operations a second
      </text>
    </g>
  );
}

/** Along the slope, in the middle of what is seen of it. */
function SlopeLabel({ plane, card, roofs }: { plane: Plane; card: Card; roofs: Roof[] }) {
  const highest = Math.max(...roofs.map(({ rate }) => rate));
  const ridge = highest / card.memoryBytes;
  const start = Math.max(plane.xTicks[0] ?? 1, (plane.yTicks[0] ?? 1) / card.memoryBytes);
  const middle = Math.sqrt(start * ridge);
  const [x, y] = [plane.x(middle), plane.y(middle * card.memoryBytes)];
  const angle = (Math.atan2(plane.y(ridge * card.memoryBytes) - y, plane.x(ridge) - x) * 180) / Math.PI;
  return (
    <text class="slope" x={x} y={y - 5} text-anchor="middle" transform={`rotate(${angle.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})`}>
      {`memory ${formatAmount(card.memoryBytes * 1e6)}B/s`}
    </text>
  );
}
