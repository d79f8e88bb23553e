// SPDX-License-Identifier: Apache-2.0
// Short links: making one, in the Share dialog, where the connected runner keeps them; and opening the one in the address. Another place
// than the page's own is asked only when the user says so: who made the link chose the address.

import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { formatCount } from "../base/format";
import { decodeShare, encodeShare, type SharedState } from "../base/share";
import { readShortLink, writeShortLink, type ShortLink } from "../base/short-link";
import { kept, keptInTab, runnerKeys } from "../base/storage";
import { readAddress } from "../engine/runner";
import { ShortLinks, type LinkError } from "../engine/short-links";
import { usePage } from "../panes/page";
import { Message } from "../panes/DiagnosticsPane";
import { CopyButton } from "../panes/widgets";
import "./short-link.css";

type Making = { phase: "idle" } | { phase: "asking" } | { phase: "made"; address: string } | { phase: "failed"; message: string };

export function ShortLinkMaker({ state }: { state: SharedState }) {
  const { runner } = usePage();
  const most = useSignal<number | null>(null);
  const making = useSignal<Making>({ phase: "idle" });
  const isConnected = runner.connection.value.phase === "connected";
  const address = runner.address.value;
  const links = useMemo(() => new ShortLinks(address, runner.token.value), [address, isConnected]);
  const link = useMemo(() => encodeShare(state), [state]);
  useEffect(() => {
    if (isConnected) void links.room().then((room) => (most.value = room));
  }, [links]);
  if (!isConnected || most.value === null) return null;
  const make = async () => {
    making.value = { phase: "asking" };
    const made = await links.make(link);
    const place = address === location.origin ? "" : address;
    making.value = made.ok
      ? { phase: "made", address: `${location.origin}${location.pathname}#${writeShortLink({ id: made.value, address: place })}` }
      : { phase: "failed", message: made.error.message };
  };
  return (
    <section class="short-link" aria-label="short link">
      {link.length > most.value ? (
        <p class="quiet">{`The runner keeps short links of at most ${formatCount(most.value)} characters, and this one is longer.`}</p>
      ) : making.value.phase === "made" ? (
        <Made address={making.value.address} keeper={address} />
      ) : (
        <>
          <p>
            A short link: <span class="code">{address}</span> then keeps the program, and whoever has the link and may ask that runner reads
            it.
          </p>
          <button disabled={making.value.phase === "asking"} onClick={() => void make()}>
            Make a short link
          </button>
        </>
      )}
      {making.value.phase === "failed" && (
        <p class="bad-text" role="alert">
          <Message text={`No short link: ${making.value.message}.`} />
        </p>
      )}
    </section>
  );
}

function Made({ address, keeper }: { address: string; keeper: string }) {
  return (
    <>
      <label>
        Short link
        <input
          class="link-text"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          ref={(field) => field?.focus()}
        />
      </label>
      <div class="row">
        <CopyButton text={address} label="Copy short link" />
        <span class="quiet">
          It opens as long as {keeper} is there{isOfThisMachine(keeper) && ", and on this machine only"}.
        </span>
      </div>
    </>
  );
}

function isOfThisMachine(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);
}

type Opening =
  | { phase: "none" }
  | { phase: "asked"; link: ShortLink }
  | { phase: "fetching"; link: ShortLink }
  | { phase: "failed"; link: ShortLink; error: LinkError };

/** Opens the short link in the address bar, or says what is in the way. */
export function ShortLinkBar(props: { onOpen: (state: SharedState) => void }) {
  const opening = useSignal<Opening>({ phase: "none" });
  const token = useSignal("");
  const ask = (link: ShortLink) => void open(link, token.value, opening, props.onOpen);
  useEffect(() => {
    const follow = () => {
      const link = readShortLink(location.hash.replace(/^#/, ""));
      if (!link) opening.value = { phase: "none" };
      else if (link.address) opening.value = { phase: "asked", link };
      else ask(link);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  const { value } = opening;
  if (value.phase === "none") return null;
  const { link } = value;
  const place = link.address || location.origin;
  return (
    <div class={`notice short-link-notice ${value.phase === "failed" ? "bad" : "info"}`} role="status">
      <span>
        {value.phase === "asked" && `This short link is kept by ${place}, which has not been asked for it yet.`}
        {value.phase === "fetching" && `Asking ${place} for the program.`}
        {value.phase === "failed" && (
          <Message text={`The short link was not opened. ${value.error.message}. Your own text is untouched.`} />
        )}
      </span>
      {value.phase === "failed" && value.error.needsToken && (
        <label>
          Token{" "}
          <input type="password" autocomplete="off" value={token.value} onInput={(event) => (token.value = event.currentTarget.value)} />
        </label>
      )}
      {value.phase !== "fetching" && <button onClick={() => ask(link)}>{value.phase === "asked" ? "Ask it" : "Try again"}</button>}
      <button class="plain" aria-label="dismiss" onClick={() => (opening.value = { phase: "none" })}>
        ✕
      </button>
    </div>
  );
}

/** A token that was given for a runner goes to that one, and to no other that a link may name. */
function tokenFor(address: string): string {
  return (kept.get(runnerKeys.address) ?? location.origin) === address ? (keptInTab.get(runnerKeys.token) ?? "") : "";
}

async function open(link: ShortLink, token: string, opening: Signal<Opening>, onOpen: (state: SharedState) => void): Promise<void> {
  const refuse = (message: string) => (opening.value = { phase: "failed", link, error: { needsToken: false, message } });
  const address = readAddress(link.address || location.origin);
  if (!address.ok) return void refuse(address.error);
  opening.value = { phase: "fetching", link };
  const fetched = await new ShortLinks(address.value, token || tokenFor(address.value)).fetch(link.id);
  // Another link may have come meanwhile.
  if (opening.value.phase !== "fetching" || opening.value.link !== link) return;
  if (!fetched.ok) {
    opening.value = { phase: "failed", link, error: fetched.error };
    return;
  }
  const state = decodeShare(fetched.value);
  if (!state) return void refuse(`${address.value} keeps something there that is no link`);
  if (!state.ok) return void refuse(state.error);
  opening.value = { phase: "none" };
  onOpen(state.value);
  // The long link does for ever what the short one does as long as the runner is there.
  history.replaceState(null, "", `#${fetched.value}`);
}
