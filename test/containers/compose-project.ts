import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { readText } from "../../tools/production/shape/compose-file.ts";
import { findCompose } from "./find-compose.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { localName } from "./local-name.ts";
import { makeCertificates } from "./make-certificates.ts";
import { ADDITIONS, parts } from "./played-parts.ts";

const execute = promisify(execFile);

/** Prepares docker-compose.yml as docs/operations.md says, with everything that is missing here in a file over it. */
export async function openComposeProject(
  engine: ContainerEngine,
  folder: string,
): Promise<ComposeProject> {
  const program = await findCompose(engine);
  mkdirSync(folder, { recursive: true });
  const { authorities, certificate } = await writeSecrets(folder);
  makeBackupFolders(folder);
  const [settings, overFile] = [join(folder, "settings.env"), join(folder, "over.yml")];
  writeFileSync(settings, settingsOf(folder), { mode: 0o600 });
  writeFileSync(overFile, stringify(overlay(folder, authorities)));
  const composed = [COMPOSE_FILE, ...ADDITIONS.map(additionFile), overFile];
  const files = ["--env-file", settings, ...composed.flatMap((file) => ["--file", file])];
  return {
    authorities,
    certificate,
    compose: async (...args) => {
      const whole = [...files, "--profile", "proxy", ...args];
      const options = { env: engine.env, maxBuffer: 100_000_000 };
      return (await execute(program, whole, options)).stdout.trim();
    },
  };
}

/** The project of docker-compose.yml on an engine. */
export interface ComposeProject {
  /** Runs a command of Docker Compose and returns its output. Throws if it fails. */
  readonly compose: (...args: readonly string[]) => Promise<string>;
  /** File of all authorities that sign here, with that of the proxy's certificate. */
  readonly authorities: string;
  /** The proxy's certificate. */
  readonly certificate: string;
}

const additionFile = (name: string) =>
  fileURLToPath(new URL(`../../deploy/compose/${name}.yml`, import.meta.url));

const COMPOSE_FILE = fileURLToPath(new URL("../../docker-compose.yml", import.meta.url));

/** Names of the public addresses; the proxy has them in the network of the containers. */
export const API_NAME = "api.sideline.test";
export const KEYCLOAK_NAME = "id.sideline.test";

/** The network of the proxy, and this machine in it. */
const EDGE = { subnet: "10.89.44.0/24", gateway: "10.89.44.1" };
export const MAIL_SERVER = { host: EDGE.gateway, port: 2525 };

/** Ports of the project on this machine, and the ones that nobody else has there. */
export const PORTS = {
  API_PORT: 3310,
  KEYCLOAK_PORT: 3380,
  KEYCLOAK_CONSOLE_PORT: 3381,
  TEMPORAL_UI_PORT: 3333,
  PROMETHEUS_PORT: 3390,
};

/** The example of the settings, filled in. */
function settingsOf(folder: string): string {
  const own: Record<string, string | number> = {
    API_PUBLIC_URL: `https://${API_NAME}`,
    KEYCLOAK_URL: `https://${KEYCLOAK_NAME}`,
    SIDELINE_WEB_ORIGIN: `https://${API_NAME}`,
    TEMPORAL_UI_URL: "https://temporal.sideline.test",
    SECRETS_DIR: join(folder, "secrets"),
    BACKUP_DIR: join(folder, "backups"),
    SMTP_HOST: MAIL_SERVER.host,
    SMTP_PORT: MAIL_SERVER.port,
    SMTP_FROM: "sideline@example.com",
    SMTP_USER: "sideline",
    ...PORTS,
  };
  return readText("deploy/compose.env.example").replaceAll(
    /^([A-Z_]+)=(.*)$/gm,
    (_line, name: string, value: string) => `${name}=${own[name] ?? value}`,
  );
}

const draw = () => randomBytes(24).toString("hex");

/** Writes the files of the secrets, and returns the certificate of the proxy with the file of all authorities. */
async function writeSecrets(folder: string) {
  const secrets = join(folder, "secrets");
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  const certificates = await makeCertificates(join(folder, "certificates"), [
    API_NAME,
    KEYCLOAK_NAME,
  ]);
  const key = () => randomBytes(32).toString("base64");
  const address = (role: string) => `postgresql://${role}:${draw()}@postgres:5432/sideline`;
  const files = {
    "database-url": address("sideline_app"),
    "database-owner-url": address("sideline_owner"),
    "postgres-password": draw(),
    "temporal-password": draw(),
    "keycloak-password": draw(),
    "backup-password": draw(),
    "jobs-secret": draw(),
    "smtp-password": draw(),
    "invitation-key": key(),
    "cursor-key": key(),
    "hash-key": key(),
    "smtp-url": `smtp://${MAIL_SERVER.host}:${MAIL_SERVER.port}`,
    "proxy-certificate": certificates.certificate,
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(secrets, name), `${text}\n`, { mode: 0o444 });
  return certificates;
}

/** The folders of the backups, each of the user that writes there. */
function makeBackupFolders(folder: string): void {
  const folders = { "": 0o700, media: 0o700, report: 0o755 };
  for (const [name, mode] of Object.entries(folders)) {
    const path = join(folder, "backups", name);
    mkdirSync(path, { recursive: true, mode });
    const user = name === "media" ? PRODUCT_USER : POSTGRES_USER;
    chownSync(path, user, user);
  }
}

const [PRODUCT_USER, POSTGRES_USER] = [1000, 999];

/** Writes the command of a health check as a file, and returns how a container runs it. */
function writeCheck(file: string, [, ...command]: readonly string[]) {
  const quoted = command.map(
    (word) => `'${word.replaceAll("$$", "$").replaceAll("'", String.raw`'\''`)}'`,
  );
  writeFileSync(file, `exec ${quoted.join(" ")}\n`, { mode: 0o644 });
  return { healthcheck: { test: ["CMD", "sh", CHECK] }, volumes: [`${file}:${CHECK}:ro`] };
}

const CHECK = "/run/health-check";

/**
 * Replaces a registry and a domain: images without digests, and the names and the authority of the proxy. A
 * health check is a file, because podman 4 splits a command of Docker's at its spaces.
 */
function overlay(folder: string, authorities: string) {
  const trusting = {
    environment: { NODE_EXTRA_CA_CERTS: "/run/authorities.pem" },
    volumes: [`${authorities}:/run/authorities.pem:ro`],
  };
  const composed = [...parts].map(([name, { image, healthcheck }]) => {
    const isOurs = image.startsWith("sideline:");
    const named = { networks: { edge: { aliases: [API_NAME, KEYCLOAK_NAME] } } };
    const check = healthcheck && writeCheck(join(folder, `${name}-health`), healthcheck.test);
    const volumes = [...(isOurs ? trusting.volumes : []), ...(check?.volumes ?? [])];
    const own = { ...(isOurs && trusting), ...check, volumes, ...(name === "proxy" && named) };
    return [name, { image: localName(image), ...own }] as const;
  });
  return {
    services: Object.fromEntries(composed),
    networks: { edge: { ipam: { config: [EDGE] } } },
  };
}
