// SPDX-License-Identifier: Apache-2.0
// Packs what Vite built into build/packages/tessera-vscode-VERSION.vsix: a zip of the manifest in the gallery's own XML, of the content
// types and of the extension's files. The same files give the same bytes: names are sorted, and every date is the commit's, or that of
// SOURCE_DATE_EPOCH.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";

const here = import.meta.dirname;
const root = join(here, "../..");
const read = (path) => readFileSync(join(here, path));
const dist = join(here, "dist");

/** Of files in the package, by their ending. */
const types = {
  css: "text/css",
  js: "application/javascript",
  json: "application/json",
  md: "text/markdown",
  png: "image/png",
  txt: "text/plain",
  vsixmanifest: "text/xml",
};

const escape = (text) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function contentTypes() {
  const lines = Object.entries(types).map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join("")}</Types>\n`;
}

function galleryManifest(manifest) {
  const property = (id, value) => `      <Property Id="Microsoft.VisualStudio.${id}" Value="${escape(value)}"/>\n`;
  const asset = (type, path) => `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>\n`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escape(manifest.name)}" Version="${escape(manifest.version)}" Publisher="${escape(manifest.publisher)}"/>
    <DisplayName>${escape(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(manifest.description)}</Description>
    <Tags>${escape(manifest.keywords.join(","))}</Tags>
    <Categories>${escape(manifest.categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property("Code.Engine", manifest.engines.vscode)}${property("Code.ExtensionDependencies", "")}${property("Code.ExtensionPack", "")}${property("Code.ExtensionKind", manifest.extensionKind.join(","))}${property("Services.GitHubFlavoredMarkdown", "true")}    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escape(manifest.icon)}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${asset("Code.Manifest", "package.json")}${asset("Services.Content.Details", "README.md")}${asset("Services.Content.License", "LICENSE.txt")}${asset("Services.Icons.Default", manifest.icon)}  </Assets>
</PackageManifest>
`;
}

/** `{path: bytes}` of the whole package, in the order in which it is written. */
export function listFiles(built = dist) {
  const manifest = JSON.parse(read("package.json").toString());
  const grammars = [
    ...manifest.contributes.languages.map(({ configuration }) => configuration),
    ...manifest.contributes.grammars.map(({ path }) => path),
  ];
  const own = ["package.json", "README.md", manifest.icon, ...grammars.map((path) => path.replace(/^\.\//, ""))];
  const notices = ["extension", "pane"].map((name) => readFileSync(join(built, `notices-${name}.txt`), "utf8"));
  const parts = new Set(
    notices
      .join("\n")
      .split(/(?=^======== )/m)
      .map((part) => part.trim()),
  );
  const files = {
    "[Content_Types].xml": Buffer.from(contentTypes()),
    "extension.vsixmanifest": Buffer.from(galleryManifest(manifest)),
    "extension/LICENSE.txt": readFileSync(join(root, "LICENSE")),
    "extension/NOTICES.txt": Buffer.from(`Packages in dist/, with their licences.\n\n${[...parts].sort().join("\n\n")}\n`),
  };
  for (const path of own) files[`extension/${path}`] = read(path);
  for (const name of ["extension.js", "pane.js", "pane.css"]) files[`extension/dist/${name}`] = readFileSync(join(built, name));
  return { manifest, files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** A zip has local times without a zone: the fields are set so that every zone writes the same. */
function zipDate(seconds) {
  const date = new Date(seconds * 1000);
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
}

/** Seconds; of an archive without its history, the first that a zip can tell. */
function readEpoch() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  try {
    return Number(
      execFileSync("git", ["-C", root, "log", "-1", "--format=%ct"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return Date.UTC(1980, 0, 1) / 1000;
  }
}

/** The package's name and bytes, of what stands in the folder `built`. */
export function pack(built = dist) {
  const { manifest, files } = listFiles(built);
  return {
    name: `tessera-vscode-${manifest.version}.vsix`,
    bytes: zipSync(files, { level: 9, mtime: zipDate(readEpoch()), os: 3, attrs: 0o100644 << 16 }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name, bytes } = pack();
  const folder = join(root, "build/packages");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
  console.log(`build/packages/${name}: ${bytes.length} bytes`);
}
