import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Makes an authority and a certificate for names, valid for a month. */
export async function makeCertificates(
  folder: string,
  names: readonly string[],
): Promise<Certificates> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execute("openssl", [...args], { cwd: folder });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const days = ["-days", "30"];
  await openssl(
    "req",
    "-x509",
    ...curve,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    ...days,
    "-subj",
    "/CN=Authority",
  );
  await openssl(
    "req",
    ...curve,
    "-keyout",
    "own.key",
    "-out",
    "own.csr",
    "-subj",
    `/CN=${names[0]}`,
  );
  writeFileSync(at("names"), `subjectAltName=${names.map((name) => `DNS:${name}`).join(",")}`);
  const signer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
  await openssl(
    "x509",
    "-req",
    "-in",
    "own.csr",
    ...signer,
    ...days,
    "-extfile",
    "names",
    "-out",
    "own.pem",
  );
  const others = existsSync(AUTHORITIES) ? readFileSync(AUTHORITIES, "utf8") : "";
  writeFileSync(at("authorities.pem"), others + readFileSync(at("ca.pem"), "utf8"));
  const certificate = ["own.pem", "own.key"].map((name) => readFileSync(at(name), "utf8")).join("");
  return { certificate: certificate.trim(), authorities: at("authorities.pem") };
}

interface Certificates {
  /** The certificate with its key. */
  readonly certificate: string;
  /** File of this machine's authorities and of the new one. */
  readonly authorities: string;
}

const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
