// SPDX-License-Identifier: Apache-2.0
// Tables of two programs' figures, in rows of A, B and what became of it.

import type { ComponentChildren } from "preact";
import { alignFigures, differenceOf, formatFigure, type Figure } from "../base/figures";

/** A table of figures: A, B and the difference. */
export function Rows(props: { title: ComponentChildren; a: Figure[]; b: Figure[]; changedOnly?: boolean }) {
  const all = alignFigures(props.a, props.b);
  const rows = props.changedOnly ? all.filter((row, at) => at === 0 || differenceOf(row.a, row.b) !== "same") : all;
  return (
    <table class="compared-rows">
      <caption>{props.title}</caption>
      <thead>
        <tr>
          <td />
          <th class="number">A</th>
          <th class="number">B</th>
          <th>difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, a, b }, index) => {
          const difference = differenceOf(a, b);
          return (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td class="number">{a ? formatFigure(a) : "–"}</td>
              <td class="number">{b ? formatFigure(b) : "–"}</td>
              <td class={difference === "same" || difference === "–" ? "quiet" : ""}>{difference}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function Scroll(props: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll-x compared-tables" role="group" aria-label={props.label} tabIndex={0}>
      {props.children}
    </div>
  );
}
