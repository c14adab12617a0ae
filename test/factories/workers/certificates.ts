import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  /** Signs one that expired a year ago. */
  issueExpired(name: string): TestCertificate;
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
    issueExpired: (name) => {
      const request = ["-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
      const csr = ["-keyout", at(`${name}.key`), "-out", at("request.pem"), "-subj", `/CN=${name}`];
      execFileSync("openssl", ["req", ...request, ...csr], { stdio: "pipe" });
      // Only `openssl ca` takes dates, and it wants the files of an authority.
      writeFileSync(at("index.txt"), "");
      writeFileSync(at("authority.conf"), authorityConfig(name));
      const signed = ["-in", at("request.pem"), "-out", at(`${name}.pem`), "-notext", "-batch"];
      const from = ["-config", at("authority.conf"), "-create_serial"];
      const times = ["-startdate", "20240101000000Z", "-enddate", "20250101000000Z"];
      execFileSync("openssl", ["ca", ...from, ...signed, ...times], { cwd: folder, stdio: "pipe" });
      return read(name);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

const authorityConfig = (name: string) => `[ca]
default_ca = own
[own]
database = index.txt
serial = serial.txt
new_certs_dir = .
certificate = authority.pem
private_key = authority.key
default_md = sha256
policy = any
x509_extensions = server
[any]
commonName = supplied
[server]
subjectAltName = DNS:${name}
basicConstraints = critical,CA:FALSE
`;
