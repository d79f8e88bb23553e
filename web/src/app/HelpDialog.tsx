// SPDX-License-Identifier: Apache-2.0
// What this is, which keys it knows, and which names the compiler knows: the last comes from the compiler itself.

import { useState } from "preact/hooks";
import type { ReferenceAnswer } from "../base/protocol";
import { glossary } from "../base/glossary";
import { pageOf, placesOf, searchReference, titleOf, type FoundEntry } from "../base/reference";
import { usePage } from "../panes/page";
import { Message } from "../panes/DiagnosticsPane";
import { Dialog, Tabs } from "../panes/widgets";

const shortcuts: [keys: string, what: string][] = [
  ["Ctrl+Enter", "run in this tab"],
  ["F8, Shift+F8", "next, previous diagnostic"],
  ["Ctrl+S", "share link"],
  ["Ctrl+F", "find in the editor or in the IR, whichever has the focus; in the editor replace, too"],
  ["F12, Shift+F12", "go to the definition of the name at the cursor (Ctrl and a click, too), list where it is used"],
  ["F2", "in the editor: rename the name at the cursor, in all files"],
  ["Ctrl+Shift+Space", "what the call around the cursor takes"],
  ["Shift+Alt+F", "format the file, as ruff does"],
  ["Ctrl+D, Ctrl+Alt+Up, Ctrl+Alt+Down", "one more cursor: at the next same word, in the line above or below; Alt and a click, too"],
  ["[ and ]", "in the IR: previous, next pass of the stage"],
  ["p and n", "in the IR and the list of passes: to the previous, the next pass that changed something, past stages"],
  ["arrow keys, Home, End", "in the list of passes: move"],
  ["i, or Ctrl+I", "in the IR, and in an editor of PTX: what the word at the cursor means; Escape closes it"],
  ["d", "in the IR: differences from the pass before, on and off"],
  ["arrow keys", "on the program slider: step through launch order; on tabs and menus: move; on a bar between panes: resize"],
  ["arrow keys", "in the timeline: to the next event, to the row above or below; with Shift: move"],
  ["+, -, 0", "in the timeline: nearer, farther, all of it"],
  ["B, W, Enter", "in the timeline: to the next bubble, to what a wait waited for, to the event's source line"],
  ["Up, Down", "in a knob's field: more, less; with Shift by one"],
  ["arrow keys", "on the roofline: to the next kernel's dot"],
  ["Escape, then Tab", "leave the editor with the keyboard (Tab alone indents)"],
  ["Alt+PageUp, Alt+PageDown", "previous, next file of the program"],
  ["F2, Delete", "on a file's tab: rename, delete it"],
  ["F1", "this page"],
];

type Page = "about" | "keys" | "words" | "names";

export function HelpDialog(props: { onClose: () => void }) {
  const { workspace } = usePage();
  const [page, setPage] = useState<Page>("about");
  return (
    <Dialog title="Help" onClose={props.onClose} wide>
      <Tabs
        label="help"
        prefix="help"
        tabs={[
          { name: "about", label: "What this is" },
          { name: "keys", label: "Keys" },
          { name: "words", label: "Glossary" },
          { name: "names", label: "Reference" },
        ]}
        chosen={page}
        onChoose={setPage}
      />
      <div id={`help-panel-${page}`} role="tabpanel" aria-labelledby={`help-tab-${page}`} class="help" tabIndex={0}>
        {page === "about" && <About />}
        {page === "keys" && <Keys />}
        {page === "words" && <Glossary />}
        {page === "names" && <Names reference={workspace.reference.value} />}
      </div>
    </Dialog>
  );
}

function About() {
  return (
    <>
      <p>
        Tessera compiles Pallas and Triton kernels, written in their own Python, with a compiler that runs in this tab. Paste a whole
        program: imports, kernels, and the host code that calls them. It is compiled as you type.
      </p>
      <p>
        A program may have several files: + above the editor adds them, or drop files or a whole folder on the window. Modules are found as
        Python finds them, beside the file that runs and at the top of the list; ▶ marks that file, and the choice beside Run changes it.
      </p>
      <p>
        Other files can be dropped, too: PTX opens in the Emulator, a trace in the Timeline, a bundle as the program that it holds, and an
        array (.npy) becomes a module that makes it a file for <code>np.load</code>. Share makes links, frames, images and bundles.
      </p>
      <p>What you type is kept in this browser, the last fifty texts. Recent lists them; an example or a link never takes their place.</p>
      <p>
        <a href="./lessons.html">Lessons</a> are walks through tilings, layouts, races, attention and more, each step a program that runs.
        The <a href="./guide/index.html">guide</a> is for who has kernels of Pallas or Triton, for CI and for a team; the{" "}
        <a href="./reference/index.html">reference</a> has every name of the library with an example.
      </p>
      <dl>
        <dt>IR</dt>
        <dd>
          The program after every pass. Passes that changed something stand out in the list, with the lines that came and went; any two can
          be compared. Lines have the colour of the source line that they came from, down to PTX; point at one and the other side lights up.
          Click on a value to follow it from pass to pass, rest on an operation or an opcode to read what it means.
        </dd>
        <dt>Tilings</dt>
        <dd>
          The grid of each launch and the blocks of every array: which program touches what, in launch order. Each array keeps its colour in
          the editor and in the IR.
        </dd>
        <dt>Layouts</dt>
        <dd>
          Where each value of a scheduled kernel lives: which lane of which warp holds which element in which register; and shared memory,
          buffer by buffer, with the banks of its elements and which accesses collide.
        </dd>
        <dt>Schedule</dt>
        <dd>
          What each kernel costs by the cost model, under the roofs of the card that it predicts for; what the compiler chose, what else
          there was, and what stands in the way of something better. Times in it are predictions.
        </dd>
        <dt>Knobs</dt>
        <dd>
          Numbers that the program leaves to be chosen: constants, literals of a launch, choices of a schedule. A step changes the text and
          every pane follows; a sweep tries many values in the background and draws what the model predicts.
        </dd>
        <dt>Variants</dt>
        <dd>
          Programs that you pinned, beside the one on screen: source, IR, PTX, cost, timeline and memory of two of them, and what became of
          each number. They stay with the text and go into its links.
        </dd>
        <dt>Timeline</dt>
        <dd>
          Of a kernel that says itself who copies and who multiplies (plgpu): what each warpgroup, the copy engine and the tensor cores did
          when, in cycles of a model of the machine, and what they waited for. Of any kernel: the same of its PTX, with the pipeline that
          the compiler made, in steps of a runner&rsquo;s emulator. Neither is a GPU&rsquo;s time.{" "}
          <a href="./hopper.html">Hopper by hand</a> walks through a matrix product with it.
        </dd>
        <dt>Results</dt>
        <dd>The program run by the interpreter, here. Times are this CPU's and say nothing about a GPU.</dd>
        <dt>Emulator</dt>
        <dd>
          PTX of anybody, pasted, dropped or from a runner, run here thread by thread with the arrays and the launch that you give: in
          several orders, with races, faults and counts told at their lines. Debug steps through a run, forwards and backwards: lanes,
          registers, shared memory by bank with who wrote it, mbarriers, copies in flight. Its keys are under ? there.
        </dd>
        <dt>Diagnostics</dt>
        <dd>Errors, warnings and remarks of all files, each with its place, its notes and, where there is one, its fix as a button.</dd>
        <dt>Runner</dt>
        <dd>
          Sends the compiled program to a machine of yours, and brings back PTX, numbers and, from a GPU, times; measures kernels, for one
          value of a constant or several; lists the jobs that you sent.
        </dd>
      </dl>
      <p>
        Compiling, drawing and running here need no server: nothing leaves this tab until you submit to a runner, and your text only if you
        say so.
      </p>
    </>
  );
}

function Keys() {
  return (
    <table>
      <tbody>
        {shortcuts.map(([keys, what]) => (
          <tr key={keys}>
            <th scope="row">
              <kbd>{keys}</kbd>
            </th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Glossary() {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const shown = glossary.filter(({ term, text }) => `${term} ${text}`.toLowerCase().includes(wanted));
  return (
    <>
      <input
        type="search"
        placeholder="search words"
        aria-label="search words"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {shown.length === 0 && <p class="quiet">No word of the glossary has `{search}` in it.</p>}
      {shown.length > 0 && (
        <dl class="names">
          {shown.map((entry) => (
            <div key={entry.term}>
              <dt>{entry.term}</dt>
              <dd>
                <Message text={entry.text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function NameLink({ found }: { found: FoundEntry }) {
  const address = pageOf(found);
  return address ? <a href={`./${address}`}>{titleOf(found)}</a> : <>{titleOf(found)}</>;
}

function Names({ reference }: { reference: ReferenceAnswer | null }) {
  const [search, setSearch] = useState("");
  if (!reference) return <p>The table of names comes from the compiler, once it has started.</p>;
  const modules = searchReference(reference, search);
  return (
    <>
      <input
        type="search"
        placeholder="search names and what they do"
        aria-label="search names"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <p>
        The <a href="./reference/index.html">reference</a> has the same names with an example each, to read and to open here.
      </p>
      {modules.length === 0 && <p class="quiet">Nothing in the library has `{search}` in its name or its description.</p>}
      {modules.map((module) => (
        <details key={module.name} open={search.trim() !== ""}>
          <summary>
            <code>{module.name}</code> <span class="quiet">{module.entries.length}</span> <span class="quiet">{module.summary}</span>
          </summary>
          <dl class="names">
            {module.entries.map((entry) => (
              <div key={entry.name}>
                <dt>
                  <code>
                    <NameLink found={{ module: module.name, entry }} />
                  </code>
                  {!entry.supported && <span class="pill">not yet</span>}
                </dt>
                <dd>{entry.summary}</dd>
                {entry.supported && placesOf(entry) && <dd class="quiet">{placesOf(entry)}</dd>}
              </div>
            ))}
          </dl>
        </details>
      ))}
    </>
  );
}
