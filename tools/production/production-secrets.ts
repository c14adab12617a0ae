import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_MACHINE } from "../provider/clients.ts";
import { type StackSecrets, openStackSecrets } from "../stack/stack-secrets.ts";

/** The passwords of the databases, by the name in deploy/postgres/create-databases.sh; drawn once, kept with the data. */
export function openProductionSecrets(directory: string): ProductionSecrets {
  const stack = openStackSecrets(directory);
  const { superuser, owner, app } = stack.passwords;
  return {
    stack,
    passwords: {
      POSTGRES_PASSWORD: superuser,
      SIDELINE_OWNER_PASSWORD: owner,
      SIDELINE_APP_PASSWORD: app,
      TEMPORAL_PASSWORD: drawnOnce(directory, "temporal-db-password"),
      KEYCLOAK_PASSWORD: drawnOnce(directory, "keycloak-db-password"),
    },
  };
}

export type ProductionSecrets = {
  readonly stack: StackSecrets;
  readonly passwords: Readonly<
    Record<
      | "POSTGRES_PASSWORD"
      | "SIDELINE_OWNER_PASSWORD"
      | "SIDELINE_APP_PASSWORD"
      | "TEMPORAL_PASSWORD"
      | "KEYCLOAK_PASSWORD",
      string
    >
  >;
};

/** Writes the secrets that docker-compose.yml mounts as files, and returns their folder. */
export function writeSecretFiles(
  directory: string,
  { stack, passwords }: ProductionSecrets,
  { smtpUrl, databasePort }: { readonly smtpUrl: string; readonly databasePort: number },
): string {
  const folder = secretFolder(directory);
  const address = databaseAddresses({ passwords, stack }, databasePort);
  const files = {
    "database-url": address.url,
    "database-owner-url": address.ownerUrl,
    "temporal-password": passwords.TEMPORAL_PASSWORD,
    "keycloak-password": passwords.KEYCLOAK_PASSWORD,
    "jobs-secret": PROVIDER_MACHINE.secret,
    // The mail server here asks for none.
    "smtp-password": "unused",
    "invitation-key": stack.invitationKey,
    "cursor-key": stack.cursorKey,
    "hash-key": stack.hashKey,
    "smtp-url": smtpUrl,
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `${text}\n`, { mode: 0o600 });
  return folder;
}

/** Addresses of the product's database, as the proxy of this machine has them. */
export function databaseAddresses({ passwords }: ProductionSecrets, port: number) {
  const of = (role: string, password: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/sideline`;
  return {
    url: of("sideline_app", passwords.SIDELINE_APP_PASSWORD),
    ownerUrl: of("sideline_owner", passwords.SIDELINE_OWNER_PASSWORD),
  };
}

function drawnOnce(directory: string, name: string): string {
  const file = join(secretFolder(directory), name);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const password = randomBytes(16).toString("hex");
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

function secretFolder(directory: string): string {
  const folder = join(directory, "secrets");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
