// SPDX-License-Identifier: Apache-2.0
// Warps as rows of 32 lanes: which stand where, which have exited, who waits for what. And where the instruction that
// comes next is about to reach, lane by lane.

import { Fragment } from "preact";
import {
  describeAccess,
  describeLanes,
  describeMask,
  hasLane,
  laneLetters,
  nameWarp,
  sameWarp,
  type DebugAccess,
  type DebugView,
  type DebugWarp,
  type WarpName,
} from "../base/debugger";
import { Message } from "./DiagnosticsPane";

export function DebuggerWarps({ view, onFollow }: { view: DebugView; onFollow: (warp: WarpName) => void }) {
  return (
    <section class="debugger-section" aria-label="warps">
      <h2>Warps</h2>
      <p class="quiet small">
        A lane&rsquo;s letter is the place where it stands; lanes of other letters have parted. Filled ones execute next, a is kept out by a
        guard, × has exited.
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="lanes of each warp">
        <table class="warps">
          <tbody>
            {view.warps.map((warp) => (
              <Row key={`${warp.cta}-${warp.warp}`} view={view} warp={warp} onFollow={onFollow} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ view, warp, onFollow }: { view: DebugView; warp: DebugWarp; onFollow: (warp: WarpName) => void }) {
  const letters = laneLetters(warp, view.stop);
  const isFollowed = sameWarp(warp, view.followed);
  const words = describeLanes(warp);
  return (
    <tr class={isFollowed ? "followed" : ""}>
      <th scope="row">
        <button class="link" aria-pressed={isFollowed} title="follow this warp" onClick={() => onFollow(warp)}>
          {nameWarp(warp, view.ctas.length > 1)}
        </button>
      </th>
      <td>
        <span class="lanes" role="img" aria-label={words.join("; ")}>
          {[...letters].map((letter, lane) => (
            <span key={lane} class={`lane ${classOf(letter, sameWarp(warp, view.stop.warp))}`} title={`lane ${lane}`}>
              {letter}
            </span>
          ))}
        </span>
      </td>
      <td class="where">
        {words.map((part) => (
          <Fragment key={part}>
            <Message text={part} />
            <br />
          </Fragment>
        ))}
      </td>
    </tr>
  );
}

/** Only lanes of the warp that was stopped come next. */
function classOf(letter: string, isNext: boolean): string {
  if (letter === "A") return isNext ? "lane-next" : "lane-there";
  if (letter === "a") return "lane-kept";
  return letter === "×" ? "lane-gone" : letter === " " ? "lane-none" : "lane-apart";
}

export function DebuggerAccesses({ view }: { view: DebugView }) {
  if (view.accesses.length === 0) return null;
  return (
    <section class="debugger-section" aria-label="where it reaches">
      <h2>Where it reaches</h2>
      {view.accesses.map((access, index) => (
        <Access key={index} access={access} />
      ))}
    </section>
  );
}

function Access({ access }: { access: DebugAccess }) {
  const cost = describeAccess(access);
  const isConflict = access.wavefronts > access.idealWavefronts;
  const lanes = access.addresses.flatMap((address, lane) => (hasLane(access.mask, lane) && address !== null ? [lane] : []));
  return (
    <>
      <p>
        <code>.{access.space}</code>
        {access.bytes > 0 && `, ${access.bytes} bytes a lane`}, lanes {describeMask(access.mask)}
        {cost && (
          <>
            : <span class={isConflict ? "bad-text" : ""}>{cost}</span>
          </>
        )}
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="address of each lane">
        <table class="by-lane">
          <thead>
            <tr>
              <th scope="row">lane</th>
              {lanes.map((lane) => (
                <th key={lane} scope="col">
                  {lane}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">in</th>
              {lanes.map((lane) => (
                <td key={lane} class={access.places[lane] ? "code" : "code bad-text"}>
                  {access.places[lane] || "nothing known"}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">address</th>
              {lanes.map((lane) => (
                <td key={lane} class="code quiet">{`0x${access.addresses[lane]}`}</td>
              ))}
            </tr>
            {access.space === "shared" && (
              <tr>
                <th scope="row">bank</th>
                {lanes.map((lane) => (
                  <td key={lane}>{Number(BigInt(`0x${access.addresses[lane]}`) / 4n) % 32}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
