import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../workers/config/environment.ts";
import type { Child } from "../processes/child-process.ts";
import { findFreePorts } from "../processes/ports.ts";
import { PROVIDER_CLIENTS } from "../provider/clients.ts";
import { alignRealm } from "./align-realm.ts";
import { ensureMachineScope } from "./ensure-machine-scope.ts";
import { ensureAccount } from "./ensure-account.ts";
import type { StackOptions } from "../stack/stack-options.ts";
import { type KeycloakInstallation, findKeycloak } from "./find-keycloak.ts";
import { openKeycloakAdmin } from "./keycloak-admin.ts";
import { REALM_NAME, addressesOf, readLoopbackRealm } from "./realm-file.ts";
import type { StackKeycloak } from "./keycloak-place.ts";
import { startKeycloak } from "./start-keycloak.ts";

/** Plan of a Keycloak in an embedded stack, before it is started. */
export type PlannedKeycloak = {
  readonly installation: KeycloakInstallation;
  /** Folder of its program, data and administrator password. */
  readonly directory: string;
  readonly port: number;
  readonly realm: string;
  /** Address at which other commands reach it. */
  readonly place: StackKeycloak;
  /** Configuration of the stack's mailbox, which receives its e-mail. */
  readonly mailboxEnv: Readonly<Record<string, string>>;
};

/** Accounts that exist from the first start on. */
export const FIRST_ACCOUNTS = ["coach@example.com", "client@example.com"] as const;

/**
 * Plans the Keycloak of a stack; its administrator password is drawn once and kept. Null if the stack has another
 * identity provider. Throws ProgramMissing if there is no Java or no Keycloak.
 */
export async function planKeycloak(
  options: Pick<StackOptions, "dataDir" | "env" | "idp" | "ports">,
  say: (line: string) => void,
): Promise<PlannedKeycloak | null> {
  const { dataDir, env, idp, ports } = options;
  if (idp !== "keycloak") return null;
  const installation = await findKeycloak({ env, say });
  const [smtpPort = 0] = await findFreePorts(1);
  const apiUrl = `http://127.0.0.1:${ports.api}`;
  const port = ports.provider;
  const directory = join(dataDir, "keycloak");
  const realm = readLoopbackRealm({ apiUrl, webOrigin: webOrigin(), smtpPort });
  const redirectUris = Object.fromEntries(
    addressesOf(realm).clients.flatMap(({ clientId, redirectUris: [first] }) =>
      first === undefined ? [] : [[clientId, first] as const],
    ),
  );
  const url = `http://127.0.0.1:${port}`;
  const place = { url, adminPassword: openAdminPassword(directory), redirectUris };
  const mailboxEnv = {
    MAILBOX_PORT: String(ports.mailbox),
    MAILBOX_SMTP_PORT: String(smtpPort),
  };
  return { installation, directory, port, realm, place, mailboxEnv };
}

/** Starts it with the repository's realm, the present ports and the first accounts. */
export async function startPlannedKeycloak(
  { directory, installation, place, port, realm }: PlannedKeycloak,
  hooks: {
    readonly env: Environment;
    readonly onLine: (line: string) => void;
    readonly onStart: (child: Child) => void;
    /** How it runs in production; without it, in its development mode. */
    readonly production?: {
      readonly command: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  },
): Promise<Child> {
  const { PATH, HOME } = hooks.env;
  const { command, env } = hooks.production ?? {};
  const { child } = await startKeycloak({
    ...hooks,
    installation,
    directory,
    port,
    realm,
    realmName: REALM_NAME,
    adminPassword: place.adminPassword,
    command,
    env: { PATH, HOME, ...env },
  });
  const admin = openKeycloakAdmin(place.url, REALM_NAME, place.adminPassword);
  await alignRealm(admin, realm);
  await ensureMachineScope(admin);
  for (const email of FIRST_ACCOUNTS) await ensureAccount(admin, { email });
  return child;
}

function openAdminPassword(directory: string): string {
  const file = join(directory, "admin-password");
  if (existsSync(file)) return readFileSync(file, "utf8");
  const password = randomBytes(16).toString("hex");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Same origin as the console of the development provider. */
function webOrigin(): string {
  const console = PROVIDER_CLIENTS.find(({ label }) => label === "web");
  return new URL(console?.redirectUris[0] ?? "").origin;
}
