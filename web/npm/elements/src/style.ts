// SPDX-License-Identifier: Apache-2.0
// The playground's styles, for a shadow root: vite.config.mts puts the text here once all of it is known.

import "../../../src/app/styles.css";
import "./elements.css";

declare const __TESSERA_CSS__: string;

let sheet: CSSStyleSheet | null = null;

/** One for all elements of a page. */
export function getStyle(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(__TESSERA_CSS__);
  }
  return sheet;
}
