import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_MACHINE } from "../provider/clients.ts";
import { type StackSecrets, openStackSecrets } from "../stack/stack-secrets.ts";

/** The passwords that docker-compose.yml takes from its environment, by variable; drawn once, kept with the data. */
export function openProductionSecrets(directory: string): ProductionSecrets {
  const stack = openStackSecrets(directory);
  const { superuser, owner, app } = stack.passwords;
  return {
    stack,
    variables: {
      POSTGRES_PASSWORD: superuser,
      SIDELINE_OWNER_PASSWORD: owner,
      SIDELINE_APP_PASSWORD: app,
      TEMPORAL_DB_PASSWORD: drawnOnce(directory, "temporal-db-password"),
      KEYCLOAK_DB_PASSWORD: drawnOnce(directory, "keycloak-db-password"),
      SIDELINE_JOBS_SECRET: PROVIDER_MACHINE.secret,
    },
  };
}

export type ProductionSecrets = {
  readonly stack: StackSecrets;
  readonly variables: Readonly<
    Record<
      | "POSTGRES_PASSWORD"
      | "SIDELINE_OWNER_PASSWORD"
      | "SIDELINE_APP_PASSWORD"
      | "TEMPORAL_DB_PASSWORD"
      | "KEYCLOAK_DB_PASSWORD"
      | "SIDELINE_JOBS_SECRET",
      string
    >
  >;
};

/** Writes the secrets that docker-compose.yml mounts as files, and returns their folder. */
export function writeSecretFiles(
  directory: string,
  { stack }: ProductionSecrets,
  smtpUrl: string,
): string {
  const folder = secretFolder(directory);
  const files = {
    "invitation-key": stack.invitationKey,
    "cursor-key": stack.cursorKey,
    "hash-key": stack.hashKey,
    "smtp-url": smtpUrl,
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `${text}\n`, { mode: 0o600 });
  return folder;
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
