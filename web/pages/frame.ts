// SPDX-License-Identifier: Apache-2.0
// What every page of the guide and the reference has around it. All addresses are relative: a page lies one folder below the site's root, and
// nobody knows what the root is called.

import { escapeHtml } from "./colour.ts";

export interface PageText {
  title: string;
  description: string;
  /** Which of the site's parts it is. */
  part: "reference" | "guide";
  /** The row of links beside the text, as HTML; may be empty. */
  aside: string;
  /** What the links beside the text are, for who can't see where they stand. */
  asideName: string;
  main: string;
}

export function frame({ title, description, part, aside, asideName, main }: PageText): string {
  const link = (address: string, name: string, isHere = false) =>
    `<a href="${address}"${isHere ? ' aria-current="true"' : ""}>${escapeHtml(name)}</a>`;
  const beside =
    aside &&
    `<nav class="beside" aria-label="${escapeHtml(asideName)}"><details open><summary>${escapeHtml(asideName)}</summary>${aside}</details></nav>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'">
<title>${escapeHtml(title)} - Tessera</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../reference/pages.css">
<script src="../reference/pages.js"></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header class="top">
<p class="site"><a href="../index.html"><img src="../icon.svg" alt="" width="16" height="16"> Tessera</a></p>
<nav aria-label="Parts of the site">${link("../index.html", "Playground")} ${link("../lessons.html", "Lessons")} ${link("../guide/index.html", "Guide", part === "guide")} ${link("../reference/index.html", "Reference", part === "reference")}</nav>
<search class="find" hidden><label for="find">Search</label> <input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="a name, or what it does" aria-describedby="find-keys"><span id="find-keys" class="unseen">Press / to come here, arrow keys to walk through what is found</span>
<div class="found" id="found" hidden><p role="status"></p><ul></ul></div></search>
</header>
<div class="${beside ? "two" : "one"}">
${beside}
<main id="text" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`;
}
