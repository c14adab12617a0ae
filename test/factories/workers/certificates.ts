import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate and its key, in PEM. */
export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority that signs certificates for tests. */
export interface TestAuthority extends TestCertificate {
  /** Signs a certificate for a host name, or for a client of that name. */
  issue(name: string): TestCertificate;
  close(): void;
}

const CURVE = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];

/** Creates an authority with OpenSSL. */
export function openTestAuthority(): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), "sideline-authority-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) =>
    execFileSync("openssl", ["req", "-x509", ...CURVE, ...args], { stdio: "pipe" });
  const read = (name: string): TestCertificate => ({
    certificate: readFileSync(at(`${name}.pem`), "utf8"),
    key: readFileSync(at(`${name}.key`), "utf8"),
  });
  const filesOf = (name: string) => ["-keyout", at(`${name}.key`), "-out", at(`${name}.pem`)];
  openssl("-subj", "/CN=Test authority", ...filesOf("authority"));
  return {
    ...read("authority"),
    issue: (name) => {
      const extensions = [`subjectAltName=DNS:${name}`, "basicConstraints=critical,CA:FALSE"];
      const signedBy = ["-CA", at("authority.pem"), "-CAkey", at("authority.key")];
      const added = extensions.flatMap((extension) => ["-addext", extension]);
      openssl("-subj", `/CN=${name}`, ...signedBy, ...added, ...filesOf(name));
      return read(name);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
