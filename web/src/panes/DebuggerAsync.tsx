// SPDX-License-Identifier: Apache-2.0
// mbarriers with what their phase still needs, and what is in flight: copies and wgmmas that have not taken all of their
// effect.

import { describeMask, nameWarp, type DebugMbarrier, type DebugOperation, type DebugView } from "../base/debugger";
import { formatBytes, formatCount } from "../base/format";

export function DebuggerAsync({ view }: { view: DebugView }) {
  const several = view.ctas.length > 1;
  const barriers = view.ctas.flatMap(({ cta, mbarriers }) => mbarriers.map((barrier) => ({ cta, barrier })));
  return (
    <>
      {barriers.length > 0 && (
        <section class="debugger-section" aria-label="mbarriers">
          <h2>mbarriers</h2>
          <div class="scroll-x" tabIndex={0} role="region" aria-label="state of each mbarrier">
            <table>
              <thead>
                <tr>
                  {["mbarrier", "in phase", "a wait for parity", "arrivals to come", "bytes to come", "who waits"].map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {barriers.map(({ cta, barrier }) => (
                  <Barrier key={`${cta}-${barrier.address}`} cta={several ? cta : null} barrier={barrier} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {view.operations.length > 0 && (
        <section class="debugger-section" aria-label="in flight">
          <h2>In flight</h2>
          <div class="scroll-x" tabIndex={0} role="region" aria-label="copies and wgmmas in flight">
            <table>
              <thead>
                <tr>
                  {["what", "issued by", "at line", "bytes", "shared memory", "so far"].map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {view.operations.map((operation, index) => (
                  <Operation key={index} operation={operation} several={several} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}

function Barrier({ cta, barrier }: { cta: number | null; barrier: DebugMbarrier }) {
  const { address, name, phase, expected, arrivals, bytes, waiters } = barrier;
  return (
    <tr>
      <th scope="row">
        <code>{name || `0x${address.toString(16)}`}</code>
        {cta !== null && <span class="quiet">{` of CTA ${cta}`}</span>}
      </th>
      <td class="number">{formatCount(phase)}</td>
      <td>{`${phase % 2} waits, ${1 - (phase % 2)} goes on`}</td>
      <td class="number">{`${formatCount(arrivals)} of ${formatCount(expected)}`}</td>
      <td class="number">{formatCount(bytes)}</td>
      <td>
        {waiters
          .map((waiter) => `${nameWarp(waiter, cta !== null)}, lanes ${describeMask(waiter.lanes)}, phase ${waiter.phase}`)
          .join("; ") || "–"}
      </td>
    </tr>
  );
}

function Operation({ operation, several }: { operation: DebugOperation; several: boolean }) {
  const { what, warp, line, bytes, address, name, hasRead } = operation;
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{nameWarp(warp, several)}</td>
      <td class="number">{line}</td>
      <td class="number">{bytes > 0 ? formatBytes(bytes) : "–"}</td>
      <td class="code">{name || (address ? `0x${address.toString(16)}` : "–")}</td>
      <td>{hasRead ? "has read, not yet written" : "has not begun"}</td>
    </tr>
  );
}
