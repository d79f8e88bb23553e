// SPDX-License-Identifier: Apache-2.0
// The program for others: as a link that holds the text, the target and what the panes show; as a frame for another page; as an image of a
// view; as a bundle of files with all that came of it.

import { useMemo, useState } from "preact/hooks";
import { embedAddress, embedSnippet } from "../base/embed";
import { formatBytes, formatCount } from "../base/format";
import { encodeShare, whyUnshareable, type SharedState } from "../base/share";
import { usePage } from "../panes/page";
import { paneNames, type PaneName } from "../panes/view-state";
import { CopyButton, Dialog, saveFile, Tabs } from "../panes/widgets";
import { drawPicture, toPng } from "./image";
import { shareAddress } from "./session";
import { makeBundle, shareState } from "./sharing";
import { ShortLinkMaker } from "./ShortLink";
import "./embed.css";

/** Longer links survive browsers but not every chat program. */
const longLink = 4000;

type Way = "link" | "frame" | "image" | "bundle";

export function ShareDialog(props: { onClose: () => void }) {
  const { workspace, view } = usePage();
  const [way, setWay] = useState<Way>("link");
  const state = useMemo(() => shareState(workspace, view), []);
  const obstacle = useMemo(() => whyUnshareable(state), []);
  return (
    <Dialog title="Share" onClose={props.onClose}>
      <Tabs
        label="ways to share"
        prefix="share"
        tabs={[
          { name: "link", label: "Link" },
          { name: "frame", label: "Frame" },
          { name: "image", label: "Image" },
          { name: "bundle", label: "Bundle" },
        ]}
        chosen={way}
        onChoose={setWay}
      />
      <div id={`share-panel-${way}`} role="tabpanel" aria-labelledby={`share-tab-${way}`} class="share-panel" tabIndex={0}>
        {(way === "link" || way === "frame") && obstacle !== null && <NoLink obstacle={obstacle} />}
        {way === "link" && obstacle === null && <AsLink state={state} />}
        {way === "frame" && obstacle === null && <AsFrame state={state} />}
        {way === "image" && <AsImage />}
        {way === "bundle" && <AsBundle />}
      </div>
    </Dialog>
  );
}

function NoLink({ obstacle }: { obstacle: string }) {
  return (
    <>
      <p class="bad-text">{obstacle}</p>
      <p>There is no link of these. Delete files that the program does not need, or send a bundle.</p>
    </>
  );
}

function AsLink({ state }: { state: SharedState }) {
  const address = useMemo(() => shareAddress(state), []);
  const files = 1 + (state.files?.length ?? 0);
  return (
    <>
      <p>
        {files > 1 ? `All ${files} files are` : "The whole text is"} in this link, after the #, which no browser sends to a server. It works
        for as long as this site does.{(state.variants?.length ?? 0) > 0 && ` What is pinned under Variants is in it too.`}
      </p>
      <textarea class="link-text" readOnly rows={4} value={address} aria-label="link" onFocus={(event) => event.currentTarget.select()} />
      <div class="row">
        <CopyButton text={address} label="Copy link" onCopied={() => history.replaceState(null, "", address)} />
        <span class="quiet">{formatCount(address.length)} characters</span>
      </div>
      {address.length > longLink && (
        <p class="note">
          Some chat and mail programs cut links of this length. If one does, send {files > 1 ? "a bundle" : "the text itself"}, or a short
          link, which a runner makes that keeps them.
        </p>
      )}
      <ShortLinkMaker state={state} />
    </>
  );
}

const labels: Partial<Record<PaneName, string>> = { ir: "IR" };
const labelOf = (name: PaneName) => labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

function AsFrame({ state }: { state: SharedState }) {
  const { view } = usePage();
  const [panes, setPanes] = useState<PaneName[]>(() => {
    const shown = view.pane.value;
    return shown === "source" || shown === "ir" ? ["source", "ir"] : ["source", shown];
  });
  const page = `${location.origin}${location.pathname}`;
  const address = embedAddress(page, panes, encodeShare(state));
  const snippet = embedSnippet(address, `${state.file} in Tessera`, 480);
  const toggle = (name: PaneName, on: boolean) => setPanes(paneNames.filter((pane) => (pane === name ? on : panes.includes(pane))));
  return (
    <>
      <p>This puts the program, live, into another page: it can be changed and run there, and “Open in Tessera” opens the whole page.</p>
      <fieldset>
        <legend>Panes</legend>
        {paneNames.map((name) => (
          <label class="check" key={name}>
            <input
              type="checkbox"
              checked={panes.includes(name)}
              disabled={panes.length === 1 && panes.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />{" "}
            {labelOf(name)}
          </label>
        ))}
      </fieldset>
      <textarea class="link-text" readOnly rows={5} value={snippet} aria-label="frame" onFocus={(event) => event.currentTarget.select()} />
      <div class="row">
        <CopyButton text={snippet} label="Copy frame" />
        <a href={address} target="_blank" rel="noopener">
          Look at it
        </a>
      </div>
      {location.protocol !== "https:" && (
        <p class="note">A page that came by https shows frames by https only, and this one did not come so.</p>
      )}
    </>
  );
}

/** What can be seen right now, by the part of the page that it is. */
function pictured(): { name: string; element: HTMLElement }[] {
  const all: [name: string, selector: string][] = [
    ["source", ".left .source"],
    ["IR", ".upper"],
    ["pane", ".lower > [role=tabpanel]:not([hidden])"],
    ["all", "main.panes"],
  ];
  return all.flatMap(([name, selector]) => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element || element.getBoundingClientRect().height === 0) return [];
    const label = name === "pane" ? element.id.replace("pane-panel-", "") : name;
    return [{ name: label, element }];
  });
}

function AsImage() {
  const { workspace, view } = usePage();
  const views = useMemo(pictured, []);
  const usual = views.find(({ name }) => name === view.pane.value) ?? views[0];
  const [chosen, setChosen] = useState(usual?.name ?? "");
  const [problem, setProblem] = useState("");
  const named = views.find(({ name }) => name === chosen);
  const file = `${workspace.file.value.replace(/\.py$/, "").replaceAll("/", "-")}-${chosen.toLowerCase()}`;
  const save = async (kind: "svg" | "png") => {
    if (!named) return;
    const picture = drawPicture(named.element);
    if (kind === "svg") return saveFile(`${file}.svg`, picture.svg, "image/svg+xml");
    const png = await toPng(picture);
    if (png.ok) saveFile(`${file}.png`, png.value, "image/png");
    else setProblem(`No image: ${png.error}.`);
  };
  return (
    <>
      <p>An image of a view as it is on screen now, in this theme. In SVG text stays text; a drawing is as sharp as on screen.</p>
      <div class="row">
        <label>
          View{" "}
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {views.map(({ name }) => (
              <option key={name} value={name}>
                {name === "all" ? "the whole page" : labelOf(name as PaneName)}
              </option>
            ))}
          </select>
        </label>
        <button onClick={() => void save("svg")}>Save SVG</button>
        <button onClick={() => void save("png")}>Save PNG</button>
      </div>
      {problem && <p class="bad-text">{problem}</p>}
      <p class="quiet">Tilings, layouts and timelines have an “Export SVG” of their own, which is all lines.</p>
    </>
  );
}

function AsBundle() {
  const { workspace, view, runner } = usePage();
  const [ptx, setPtx] = useState(workspace.code?.state.value.phase === "ready");
  const [state, setState] = useState<{ text: string; kind: "quiet" | "bad-text" } | null>(null);
  const packed = workspace.code?.packedBytes ?? 0;
  const save = async () => {
    setState({ text: "packing", kind: "quiet" });
    const { content, left } = await makeBundle(workspace, view, runner, ptx);
    const name = workspace.file.value.replace(/^.*\//, "").replace(/\.py$/, "");
    saveFile(`${name}.zip`, content, "application/zip");
    setState({
      text: left.length > 0 ? `Saved without ${left.join("; without ")}.` : `Saved, ${formatBytes(content.length)}.`,
      kind: left.length > 0 ? "bad-text" : "quiet",
    });
  };
  return (
    <>
      <p>
        A zip of the files, the frozen program, results of the runs of this very text with their timelines, PTX where it was made, and a
        README with versions. Dropped on this page, it opens as it was.
      </p>
      <label class="check">
        <input type="checkbox" checked={ptx} onChange={(event) => setPtx(event.currentTarget.checked)} /> make its PTX
        {workspace.code?.state.value.phase !== "ready" && packed > 0 && (
          <span class="quiet"> (loads the code generator, {formatBytes(packed)})</span>
        )}
      </label>
      <div class="row">
        <button class="primary" onClick={() => void save()}>
          Save bundle
        </button>
        <span class={state?.kind ?? "quiet"} role="status">
          {state?.text}
        </span>
      </div>
    </>
  );
}
