// SPDX-License-Identifier: Apache-2.0
// The reference as pages: an index of the modules, a page a module with an anchor a name, and the names as JSON for the search.

import { encodeShare } from "../src/base/share.ts";
import { placesOf } from "../src/base/reference.ts";
import { colourPython, escapeHtml } from "./colour.ts";
import type { Example } from "./examples.ts";
import { frame } from "./frame.ts";
import type { LibraryEntry, LibraryModule } from "./library.ts";

/** By file name, relative to the site's root. */
export type Pages = Map<string, string>;

const groups: [title: string, about: string, holds: RegExp][] = [
  [
    "Pallas",
    "Kernels on blocks of arrays, for any device, for Triton's back end and for Hopper by hand.",
    /^jax\.experimental\.(pallas|mosaic)/,
  ],
  ["JAX", "Arrays and transformations around kernels, and inside them.", /^(jax|ml_dtypes)\b/],
  ["Triton", "Kernels on blocks of pointers.", /^triton\b/],
  ["NumPy", "Arrays of the host program.", /^numpy\b/],
  ["torch", "Tensors for the host side of Triton programs.", /^torch\b/],
  ["Tests", "What `tessera test` runs.", /^(unittest|pytest|hypothesis|absl\.testing)\b/],
  ["Python", "Modules of Python, and packages that programs often import.", /^(?!_)/],
];
const internal = "Parts by their files";

function groupOf({ name, isInternal }: LibraryModule): string {
  return isInternal ? internal : (groups.find(([, , holds]) => holds.test(name))?.[0] ?? internal);
}

/** A sentence of the library's tables: `code` between backticks. */
export function sentence(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

export const pageOf = (module: string) => `${module}.html`;

export function makeReferencePages(library: LibraryModule[]): Pages {
  const pages: Pages = new Map();
  pages.set("reference/index.html", indexPage(library));
  for (const module of library) pages.set(`reference/${pageOf(module.name)}`, modulePage(module));
  return pages;
}

function indexPage(library: LibraryModule[]): string {
  const total = library.flatMap(({ entries }) => entries).filter(({ elsewhere }) => !elsewhere);
  const shown = total.filter(({ example }) => example).length;
  const parts = [...groups, [internal, "Names that tests of those libraries reach for. Nobody should begin there.", /$/] as const].map(
    ([title, about]) => {
      const modules = library.filter((module) => groupOf(module) === title);
      if (modules.length === 0) return "";
      const rows = modules.map(
        ({ name, summary, entries }) =>
          `<li><a href="${pageOf(name)}">${escapeHtml(name)}</a> <span class="count">${entries.length}</span> <span>${sentence(summary)}</span></li>`,
      );
      return `<section><h2 id="${idOf(title)}">${title}</h2><p>${sentence(about)}</p><ul class="modules">${rows.join("")}</ul></section>`;
    },
  );
  const titles = [...groups.map(([title]) => title), internal];
  return frame({
    title: "Reference",
    description: "Every name of the libraries that Tessera knows, with what it takes, what it does and an example that runs.",
    part: "reference",
    aside: `<ul>${titles.map((title) => `<li><a href="#${idOf(title)}">${title}</a></li>`).join("")}</ul>`,
    asideName: "On this page",
    main: `<h1>Reference</h1>
<p>Programs here are the Python text of JAX, Pallas, Triton, NumPy and torch. These are the names of those libraries that the compiler knows, in
its own words: <code>tessera doc NAME</code> says the same. There are ${total.length} of them, ${shown} with an example. Every example is a part of a
program that our tests run, and each opens in the playground.</p>
<p>A name has the places where it works: <em>interpreter</em> is any CPU, this browser too; <em>GPU</em> is said where a kernel of hardly more than that
name becomes PTX; <em>while compiling</em> means that it is gone when the kernel runs. A name without <em>GPU</em> may still become PTX in a kernel:
<code>tessera show FILE --stage=ptx</code> tells. What is not supported is refused by name, never guessed.</p>
${parts.join("\n")}`,
  });
}

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

function modulePage(module: LibraryModule): string {
  const own = module.entries.filter(({ elsewhere, entry }) => !elsewhere && entry.supported);
  const refused = module.entries.filter(({ elsewhere, entry }) => !elsewhere && !entry.supported);
  const others = module.entries.filter(({ elsewhere }) => elsewhere);
  const names = [...own, ...refused];
  const aside =
    names.length > 1
      ? `<ul>${names.map(({ entry }) => `<li><a href="#${entry.name}">${escapeHtml(entry.name)}</a></li>`).join("")}</ul>`
      : "";
  const part = (title: string, about: string, list: LibraryEntry[], text: (entry: LibraryEntry) => string) =>
    list.length > 0 ? `<section class="more"><h2>${title}</h2><p>${about}</p><ul>${list.map(text).join("")}</ul></section>` : "";
  return frame({
    title: module.name,
    description: module.summary,
    part: "reference",
    aside,
    asideName: `Names of ${module.name}`,
    main: `<p class="way"><a href="index.html">Reference</a></p>
<h1>${escapeHtml(module.name).replaceAll(".", ".<wbr>")}</h1>
<p>${sentence(module.summary)}</p>
${own.map(entrySection).join("\n")}
${part("Not supported yet", "Known, and refused by name.", refused, refusedRow)}
${part("Told elsewhere", "The same names are in another module, too.", others, elsewhereRow)}`,
  });
}

function refusedRow({ entry }: LibraryEntry): string {
  return `<li id="${entry.name}"><code>${escapeHtml(entry.name)}</code> ${sentence(entry.summary)}</li>`;
}

function elsewhereRow({ entry, elsewhere }: LibraryEntry): string {
  const place = elsewhere!.slice(0, elsewhere!.length - entry.name.length - 1);
  return `<li id="${entry.name}"><code>${escapeHtml(entry.name)}</code>: <a href="${pageOf(place)}#${entry.name}">${escapeHtml(elsewhere!)}</a></li>`;
}

function entrySection({ path, entry, example }: LibraryEntry): string {
  const isCalled = ["function", "decorator", "method", "type"].includes(entry.kind) && entry.signature;
  const signature = isCalled ? `<span class="takes">${escapeHtml(entry.signature).replaceAll(",", ",<wbr>")}</span>` : "";
  const facts = [entry.kind, placesOf(entry)].filter(Boolean).join(", in: ");
  return `<section class="name" id="${entry.name}"><h2><a href="#${entry.name}">${escapeHtml(entry.name).replaceAll(".", ".<wbr>")}</a>${signature}</h2>
${entry.summary ? `<p>${sentence(entry.summary)}</p>\n` : ""}<p class="facts">${escapeHtml(facts)}</p>
${example ? showExample(path, example) : ""}</section>`;
}

/** What an example is called when it opens in the playground. */
const fileOf = (path: string) => `${path.slice(path.lastIndexOf(".") + 1)}.py`;

function showExample(path: string, example: Example): string {
  const address = `../index.html#${encodeShare({ source: example.code, file: fileOf(path) })}`;
  return `<figure><pre>${colourPython(example.code.trimEnd())}</pre>${example.output ? `<pre class="output">${escapeHtml(example.output.trimEnd())}</pre>` : ""}<figcaption><a href="${address}">Open in the playground<span class="unseen">: ${escapeHtml(path)}</span></a> <span>from ${escapeHtml(example.file)}</span></figcaption></figure>`;
}

/** For the search: modules, then a row a name with its module's place, its name and its sentence, then the guides' headings. */
export function makeSearchNames(library: LibraryModule[], guides: [address: string, title: string, text: string][]): string {
  const names = library.flatMap((module, at) =>
    module.entries.filter(({ elsewhere }) => !elsewhere).map(({ entry }) => [at, entry.name, entry.summary.slice(0, 110)]),
  );
  return JSON.stringify({ modules: library.map(({ name }) => name), names, guides });
}
