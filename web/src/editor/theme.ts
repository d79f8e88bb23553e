// SPDX-License-Identifier: Apache-2.0
// How both editors look. Every colour is a variable of styles.css, so the page's theme reaches in here without a new editor.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--code-size)", color: "var(--text)", backgroundColor: "var(--code)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--code)", color: "var(--faint)", border: "none", paddingLeft: "4px" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "1px solid var(--edge)" },
  ".cm-lit": { backgroundColor: "var(--lit)" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)", borderColor: "var(--edge)" },
  ".cm-textfield": { backgroundColor: "var(--page)", border: "1px solid var(--edge)", color: "var(--text)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--page)", border: "1px solid var(--edge)", color: "var(--text)" },
  ".cm-tooltip": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--edge)",
    color: "var(--text)",
    boxShadow: "0 4px 16px var(--shadow)",
    maxWidth: "min(560px, 92vw)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.75", fontStyle: "normal" },
  ".cm-diagnostic": { padding: "6px 10px", whiteSpace: "pre-wrap", fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--accent)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "3px", padding: "2px 8px" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--accent)", textUnderlineOffset: "3px" },
  ".cm-lintRange.cm-other-place": { backgroundImage: "none", textDecoration: "underline double var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lint-marker": { width: "0.8em", height: "0.8em" },
  ".cm-gutter-lint": { width: "1em" },
  "&.cm-merge-b .cm-changedText, .cm-changedText": { background: "var(--added-strong)", textDecoration: "none" },
  ".cm-deletedChunk .cm-deletedText, .cm-deletedText": { background: "var(--removed-strong)", textDecoration: "none" },
  "&.cm-merge-b .cm-changedLine, .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "var(--added)" },
  ".cm-deletedChunk": { backgroundColor: "var(--removed)", paddingLeft: "6px" },
  ".cm-deletedChunk .cm-deletedLine, .cm-deletedChunk del": { textDecoration: "none" },
  ".cm-changeGutter": { width: "3px", paddingLeft: "1px" },
  "&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter": { background: "var(--good)" },
  ".cm-deletedLineGutter": { background: "var(--bad)" },
  ".cm-collapsedLines": { background: "var(--surface)", color: "var(--quiet)", padding: "2px 8px" },
  // CodeMirror's own sign beside the number of lines is in few fonts.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"···"' },
});

const ink = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: "var(--ink-keyword)",
  },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ink-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--ink-number)" },
  { tag: tags.comment, color: "var(--ink-comment)" },
  { tag: [tags.typeName, tags.className], color: "var(--ink-type)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.labelName], color: "var(--ink-name)" },
  { tag: tags.meta, color: "var(--ink-keyword)" },
  { tag: [tags.attributeName], color: "var(--ink-number)" },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: "var(--quiet)" },
]);

export const editorTheme: Extension = [look, syntaxHighlighting(ink)];
