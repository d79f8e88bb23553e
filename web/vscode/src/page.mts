// SPDX-License-Identifier: Apache-2.0
// The page of a webview.

/** The page may load its own two files and nothing else, and run the one script that has the nonce. */
export function pageOf(title: string, source: string, script: string, style: string, nonce: string): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}; img-src ${source} data:`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main id="app"></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
