// SPDX-License-Identifier: Apache-2.0
// Whether a file is SARIF 2.1.0: what the specification requires of the parts that Tessera writes, by its sections
// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), and no property that it does not have.
import assert from "node:assert/strict";

const text = (value) => assert.equal(typeof value, "string");
const nonEmpty = (value) => (text(value), assert.ok(value.length > 0));
const from = (least) => (value) => assert.ok(Number.isInteger(value) && value >= least, `${value} from ${least} on`);
const oneOf = (...values) => (value) => assert.ok(values.includes(value), `${value} is none of ${values}`);
const listOf = (check) => (value) => (assert.ok(Array.isArray(value)), value.forEach(check));
const yes = (value) => assert.equal(typeof value, "boolean");
/** `required` and `optional` say how each property is checked. */
const object = (required, optional = {}) => (value) => {
  assert.equal(typeof value, "object");
  for (const name of Object.keys(required)) assert.ok(name in value, `\`${name}\` is missing in ${JSON.stringify(value)}`);
  for (const [name, property] of Object.entries(value)) {
    const check = required[name] ?? optional[name];
    assert.ok(check, `there is no property \`${name}\``);
    check(property);
  }
};

/** 3.4.3: a URI reference as RFC 3986 has it; where it is relative, to what. */
const uri = (value) => assert.match(value, /^(file:\/\/)?(?:[\w.~\/-]|%[0-9A-F]{2})+$/);
const artifactLocation = object({ uri }, { uriBaseId: oneOf("%SRCROOT%") });
/** 3.30.2: lines and columns count from 1; an end is no less than its begin. */
const region = (value) => {
  object({ startLine: from(1) }, { startColumn: from(1), endLine: from(1), endColumn: from(1) })(value);
  assert.ok((value.endLine ?? value.startLine) >= value.startLine);
  if (value.endColumn && (value.endLine ?? value.startLine) === value.startLine) assert.ok(value.endColumn >= (value.startColumn ?? 1));
};
const message = object({ text: nonEmpty });
const physicalLocation = object({ artifactLocation, region });
const fix = object({
  description: message,
  artifactChanges: listOf(object({ artifactLocation, replacements: listOf(object({ deletedRegion: region }, { insertedContent: object({ text }) })) })),
});
const result = object(
  { message, ruleId: nonEmpty, level: oneOf("error", "warning", "note", "none") },
  {
    locations: listOf(object({ physicalLocation })),
    relatedLocations: listOf(object({ physicalLocation }, { id: from(0), message })),
    fixes: listOf(fix),
    partialFingerprints: (prints) => Object.values(prints).forEach(nonEmpty),
  },
);
const rule = object({ id: nonEmpty }, { shortDescription: message });
const run = object(
  { tool: object({ driver: object({ name: nonEmpty }, { version: nonEmpty, rules: listOf(rule) }) }) },
  { results: listOf(result), columnKind: oneOf("utf16CodeUnits", "unicodeCodePoints"), invocations: listOf(object({ executionSuccessful: yes }, { exitCode: Number.isInteger })) },
);
const log = object({ version: oneOf("2.1.0"), runs: listOf(run) }, { $schema: uriOfSchema });

function uriOfSchema(value) {
  assert.match(new URL(value).pathname, /sarif-schema-2\.1\.0\.json$/);
}

/** The results of the one run in `content`, after everything about it was found as it has to be. */
export function readSarif(content) {
  const value = JSON.parse(content);
  log(value);
  assert.equal(value.runs.length, 1);
  const [{ results, tool }] = value.runs;
  const ids = tool.driver.rules.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "3.19.23: rules are unique");
  for (const { ruleId } of results) assert.ok(ids.includes(ruleId), `the rule ${ruleId} is described`);
  const prints = results.map(({ partialFingerprints }) => partialFingerprints["tessera/v1"]);
  assert.equal(new Set(prints).size, prints.length, "fingerprints tell results apart");
  return results;
}

/** `file:line` of a result. */
export function placeOf({ locations: [{ physicalLocation }] }) {
  return `${decodeURIComponent(physicalLocation.artifactLocation.uri)}:${physicalLocation.region.startLine}`;
}
