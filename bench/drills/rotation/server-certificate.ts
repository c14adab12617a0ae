import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findPostgresPlace } from "../../../tools/postgres/postgres-place.ts";

/** Creates an authority and a certificate of the database's servers; returns the settings that use them. */
export async function tlsSettings(folder: string): Promise<Readonly<Record<string, string>>> {
  mkdirSync(join(folder, "tls"), { recursive: true });
  chmodSync(join(folder, "tls"), 0o711);
  await renewCertificate(folder);
  return {
    ssl: "on",
    ssl_cert_file: join(folder, "tls", "server.crt"),
    ssl_key_file: join(folder, "tls", "server.key"),
  };
}

/** The parameters of a database's address that verify its certificate. */
export function verifyingQuery(folder: string): string {
  return `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authorityFile(folder))}`;
}

/** The certificate of the authority that signs those of the servers. */
export const authorityFile = (folder: string) => join(folder, "tls", "ca.crt");

/** Replaces key and certificate of the database by new ones. Servers read them when they are reloaded. */
export async function renewCertificate(folder: string): Promise<void> {
  signNext(folder);
  const at = (name: string) => join(folder, "tls", name);
  const { user } = await findPostgresPlace(join(folder, "tls"));
  for (const name of ["next.key", "next.crt"])
    if (user.uid !== undefined && user.gid !== undefined) chownSync(at(name), user.uid, user.gid);
  renameSync(at("next.key"), at("server.key"));
  renameSync(at("next.crt"), at("server.crt"));
}

/** Replaces key and certificate of the proxy by new ones; returns their file. */
export function renewProxyCertificate(folder: string): string {
  mkdirSync(join(folder, "tls"), { recursive: true });
  signNext(folder);
  const at = (name: string) => join(folder, "tls", name);
  const both = ["next.crt", "next.key"].map((name) => readFileSync(at(name), "utf8")).join("");
  writeFileSync(at("next.pem"), both, { mode: 0o600 });
  renameSync(at("next.pem"), at("proxy.pem"));
  return at("proxy.pem");
}

/** Signs a new key with the authority of the folder, which the first call creates. */
function signNext(folder: string): void {
  const at = (name: string) => join(folder, "tls", name);
  const run = (...args: readonly string[]) =>
    execFileSync("openssl", [...args], { stdio: ["ignore", "ignore", "pipe"] });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  if (!existsSync(at("ca.crt")))
    run(
      "req",
      "-x509",
      ...key,
      "-keyout",
      at("ca.key"),
      "-out",
      at("ca.crt"),
      "-days",
      "2",
      "-subj",
      "/CN=Drill",
    );
  run("req", ...key, "-keyout", at("next.key"), "-out", at("next.csr"), "-subj", "/CN=localhost");
  writeFileSync(at("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const signed = ["-CA", at("ca.crt"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "1"];
  run(
    "x509",
    "-req",
    "-in",
    at("next.csr"),
    ...signed,
    "-extfile",
    at("names"),
    "-out",
    at("next.crt"),
  );
  chmodSync(at("next.key"), 0o600);
  chmodSync(at("ca.crt"), 0o644);
}
