// SPDX-License-Identifier: Apache-2.0
// A row a kernel: what the cost model predicts of it and what limits it. A kernel's button shows its schedule below. What the
// compiler does not tell is said in words, never left out or guessed.

import { findCard } from "../base/gpu-cards";
import { formatCount, formatMilliseconds } from "../base/format";
import type { ExplainedKernel } from "../base/protocol";
import { occupancyOf, percentOf } from "../base/roofline";

interface CostTableProps {
  kernels: ExplainedKernel[];
  card: string;
  chosen: string;
  onChoose: (kernel: string) => void;
}

export function CostTable({ kernels, card, chosen, onChoose }: CostTableProps) {
  return (
    <div class="scroll-x" role="group" aria-label="cost by the model" tabIndex={0}>
      <table class="cost-table">
        <caption>
          Cost by the model <span class="quiet">{`for ${card || "no card"}, predictions, not times of a GPU`}</span>
        </caption>
        <thead>
          <tr>
            <th>kernel</th>
            <th class="number">predicted</th>
            <th>limited by</th>
            <th class="number">of the roofline</th>
            <th class="number">blocks</th>
            <th class="number">waves</th>
            <th class="number">registers</th>
            <th>occupancy</th>
          </tr>
        </thead>
        <tbody>
          {kernels.map((kernel, index) => (
            <tr key={kernel.name} class={kernel.name === chosen ? "chosen" : ""}>
              <td>
                <span class="swatch" style={{ background: `var(--fill-${index % 8})` }} />
                <button class="link" aria-pressed={kernel.name === chosen} onClick={() => onChoose(kernel.name)}>
                  <code>{kernel.name}</code>
                </button>
              </td>
              <Figures kernel={kernel} card={card} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figures({ kernel, card }: { kernel: ExplainedKernel; card: string }) {
  const { prediction } = kernel;
  if (!prediction)
    return (
      <td colSpan={7} class="quiet">
        {kernel.form === "none" ? "no schedule, so no prediction" : "the program does not launch it, so no prediction"}
      </td>
    );
  const { microseconds, rooflineMicroseconds, limit, blocks, waves, registers, guesses } = prediction;
  return (
    <>
      <td class="number">
        {formatMilliseconds(microseconds / 1000)}
        {guesses && <span title="some loops depend on data, their course is guessed"> guessed</span>}
      </td>
      <td>{limit}</td>
      <td class="number">{rooflineMicroseconds > 0 ? percentOf(rooflineMicroseconds / microseconds) : "not told"}</td>
      <td class="number">{formatCount(blocks)}</td>
      <td class="number">{formatCount(waves)}</td>
      <td class="number">{registers}</td>
      <td>
        <OccupancyCell kernel={kernel} card={card} />
      </td>
    </>
  );
}

function OccupancyCell({ kernel, card }: { kernel: ExplainedKernel; card: string }) {
  const known = findCard(card);
  const held = kernel.prediction?.blocksPerProcessor ?? 0;
  const each = `${formatCount(held)} a multiprocessor`;
  const occupancy = known && occupancyOf(kernel, known);
  if (!occupancy) return <>{`${each}; what limits it is not told`}</>;
  const { share, limits } = occupancy;
  return <>{`${percentOf(share)}, ${each}, by ${limits.length > 0 ? limits.join(" and ") : "what is not told"}`}</>;
}
