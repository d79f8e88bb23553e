// SPDX-License-Identifier: Apache-2.0
// The way of a program as a list: its stages, and the passes of each. What changed something stands out, with the lines that came and
// went. Beside the IR where there is room, above it as a row where there is not.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Snapshot } from "../base/protocol";
import { changesOf, nextChanged, type Changes, type Stop } from "./passes";
import "./rail.css";

export function PassRail(props: { all: readonly Snapshot[]; stops: readonly Stop[]; at: number; onGo: (stop: number) => void }) {
  const { all, stops, at, onGo } = props;
  const list = useRef<HTMLDivElement>(null);
  const focuses = useRef(false);
  const changes = useChanges(all, stops);
  useEffect(() => {
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current="true"]')];
    if (!box || !current) return;
    // By hand: `scrollIntoView` would move the page around the list too.
    if (current.offsetTop < box.scrollTop + 24) box.scrollTop = current.offsetTop - 24;
    else if (current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = current.offsetTop + current.offsetHeight - box.clientHeight;
    if (current.offsetLeft < box.scrollLeft || current.offsetLeft + current.offsetWidth > box.scrollLeft + box.clientWidth)
      box.scrollLeft = current.offsetLeft - box.clientWidth / 3;
    if (focuses.current) current.focus({ preventScroll: true });
    focuses.current = false;
  }, [at, all]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: stops.length - 1,
      n: nextChanged(stops, at, 1),
      p: nextChanged(stops, at, -1),
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0 || target >= stops.length) return;
    focuses.current = true;
    onGo(target);
  };
  const stages = [...new Set(stops.map(({ stage }) => stage))];
  return (
    <nav class="rail" aria-label="passes" onKeyDown={onKeyDown}>
      <div class="rail-list" ref={list}>
        {stages.map((stage) => (
          <div class="rail-stage" role="group" aria-label={stage} key={stage}>
            {stops.some((stop) => stop.stage === stage && stop.pass) && (
              <span class="rail-title" aria-hidden="true">
                {stage}
              </span>
            )}
            {stops.map(
              (stop, index) =>
                stop.stage === stage && (
                  <StopButton
                    key={index}
                    stop={stop}
                    changes={stop.pass ? changes.get(stop.pass) : undefined}
                    current={index === at}
                    reachable={index === at || (at < 0 && index === 0)}
                    onGo={() => onGo(index)}
                  />
                ),
            )}
          </div>
        ))}
      </div>
    </nav>
  );
}

function StopButton(props: { stop: Stop; changes: Changes | undefined; current: boolean; reachable: boolean; onGo: () => void }) {
  const { stop, changes, current } = props;
  const kind = stop.pass ? (stop.changed ? "changed" : "unchanged") : "whole";
  return (
    <button
      class={`rail-pass ${kind}`}
      aria-current={current}
      tabIndex={props.reachable ? 0 : -1}
      title={stop.pass ? `${stop.pass.pass}: ${stop.pass.reason}` : stop.stage}
      onClick={props.onGo}
    >
      <span class="rail-name">{stop.pass ? stop.pass.pass.replace(/^(?:schedule|tile|tilegpu)-(?=.)/, "") : stop.stage}</span>
      {kind === "unchanged" && <span class="unseen">, changed nothing</span>}
      {changes && (
        <span class="rail-counts">
          {changes.added > 0 && <span class="plus">+{changes.added}</span>}{" "}
          {changes.removed > 0 && <span class="minus">−{changes.removed}</span>}
        </span>
      )}
    </button>
  );
}

/** Counting waits until the text itself is on screen. */
function useChanges(all: readonly Snapshot[], stops: readonly Stop[]): ReadonlyMap<Snapshot, Changes> {
  const [changes, setChanges] = useState<ReadonlyMap<Snapshot, Changes>>(new Map());
  useEffect(() => {
    const timer = setTimeout(() => {
      setChanges(new Map(stops.flatMap(({ pass }) => (pass?.changed ? [[pass, changesOf(all, pass)] as const] : []))));
    }, 60);
    return () => clearTimeout(timer);
  }, [all]);
  return changes;
}
