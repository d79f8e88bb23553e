// SPDX-License-Identifier: Apache-2.0
// The guides of web/guide as pages. A guide is Markdown whose blocks of code are executed by tests/e2e/guides.test.mjs, by the rules of
// web/guide/README.md; marked reads it, and what is ours is only what becomes of code and of addresses.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import { encodeShare } from "../src/base/share.ts";
import { colourPython, escapeHtml } from "./colour.ts";
import { frame } from "./frame.ts";
import type { Pages } from "./reference-pages.ts";

const folder = join(import.meta.dirname, "../guide");

/** In the order of the index. */
const order = ["pallas", "triton", "hopper", "timeline", "ci", "fleet"];

interface Guide {
  name: string;
  title: string;
  summary: string;
  text: string;
}

function readGuides(): Guide[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => file.slice(0, -3));
  const place = (name: string) => (order.indexOf(name) + order.length) % order.length;
  return names
    .sort((a, b) => place(a) - place(b))
    .map((name) => {
      const text = readFileSync(join(folder, `${name}.md`), "utf8").replace(/^<!--.*?-->\s*/s, "");
      const [, title = name, summary = ""] = /^# (.+)\n+((?:.+\n)+)/.exec(text) ?? [];
      return { name, title, summary: summary.replaceAll("\n", " ").trim(), text };
    });
}

const idOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const plain = (text: string) => text.replaceAll(/[`*]/g, "").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");

function showCode(code: string, info: string): string {
  const [language = "", file = ""] = info.split(/\s+/);
  if (language !== "python") {
    const lines = code.split("\n").map((line) => (line.startsWith("$ ") ? `<b>${escapeHtml(line)}</b>` : escapeHtml(line)));
    return `<pre class="${language === "output" ? "output" : "console"}">${lines.join("\n")}</pre>\n`;
  }
  const address = `../index.html#${encodeShare({ source: `${code}\n`, file: file || "kernel.py" })}`;
  const name = file ? `<span>${escapeHtml(file)}</span> ` : "";
  return `<figure><pre>${colourPython(code)}</pre><figcaption>${name}<a href="${address}">Open in the playground</a></figcaption></figure>\n`;
}

function render(guide: Guide): { html: string; headings: [id: string, title: string][] } {
  const headings: [string, string][] = [];
  const marked = new Marked({
    renderer: {
      code: ({ text, lang }) => showCode(text, lang ?? ""),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const title = inner.replace(/<[^>]+>/g, "");
        const id = idOf(title);
        if (depth === 2) headings.push([id, title]);
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(href.replace(/^(?!\w+:)([^#]*)\.md(#|$)/, "$1.html$2"))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return { html: marked.parse(guide.text, { async: false }), headings };
}

export interface GuidePages {
  pages: Pages;
  /** For the search: address from the site's root, title, first words. */
  places: [address: string, title: string, text: string][];
}

export function makeGuidePages(): GuidePages {
  const guides = readGuides();
  const pages: Pages = new Map();
  const places: GuidePages["places"] = [];
  for (const guide of guides) {
    const { html, headings } = render(guide);
    const others = guides.map(
      ({ name, title }) =>
        `<li><a href="${name}.html"${name === guide.name ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a>${
          name === guide.name ? `<ul>${headings.map(([id, heading]) => `<li><a href="#${id}">${heading}</a></li>`).join("")}</ul>` : ""
        }</li>`,
    );
    places.push([`guide/${guide.name}.html`, guide.title, plain(guide.summary)]);
    for (const [id, heading] of headings)
      places.push([
        `guide/${guide.name}.html#${id}`,
        heading.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
        guide.title,
      ]);
    pages.set(
      `guide/${guide.name}.html`,
      frame({
        title: guide.title,
        description: plain(guide.summary),
        part: "guide",
        aside: `<ul>${others.join("")}</ul>`,
        asideName: "Guides",
        main: `<p class="way"><a href="index.html">Guide</a></p>\n${html}`,
      }),
    );
    pages.set(`guide/${guide.name}.md`, guide.text);
  }
  const rows = guides.map(
    ({ name, title, summary }) => `<li><a href="${name}.html">${escapeHtml(title)}</a> <span>${escapeHtml(plain(summary))}</span></li>`,
  );
  pages.set(
    "guide/index.html",
    frame({
      title: "Guide",
      description: "How to use Tessera: for users of Pallas and of Triton, for Hopper by hand, in CI, for a team.",
      part: "guide",
      aside: "",
      asideName: "",
      main: `<h1>Guide</h1>
<p>Each page begins at the beginning and ends where you can go on alone. The programs and commands in them are executed by our tests, and what is shown
below a command is what it printed.</p>
<ul class="cards">${rows.join("")}</ul>
<p>What a single name does is in the <a href="../reference/index.html">reference</a>. The <a href="../lessons.html">lessons</a> run in this browser, step by
step.</p>`,
    }),
  );
  return { pages, places };
}
