// SPDX-License-Identifier: Apache-2.0
// Certificates that `openssl` makes, for tests.
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./tessera.mjs";

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** An authority of its own: `ca`, and `certify(NAME, NAMES)` which puts a pair where `args` has the runner read it. */
export function makeAuthority(t) {
  const folder = makeFolder(t);
  const openssl = (...args) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  openssl("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority", "-days", "2");
  return {
    ca: join(folder, "ca.pem"),
    args: ["--tls-cert", join(folder, "server.pem"), "--tls-key", join(folder, "server.key")],
    certify(name, names) {
      openssl("req", "-new", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
      writeFileSync(join(folder, "names"), `subjectAltName=${names}\n`);
      openssl("x509", "-req", "-in", `${name}.csr`, "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-out", `${name}.pem`, "-extfile", "names");
      for (const kind of ["pem", "key"]) copyFileSync(join(folder, `${name}.${kind}`), join(folder, `server.${kind}`));
    },
  };
}
