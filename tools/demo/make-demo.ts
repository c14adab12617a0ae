import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../db/open-database.ts";
import { migrate } from "../../db/platform/migrate.ts";
import type { StackPorts } from "../launcher-config.ts";
import { type Postgres, startPostgres } from "../postgres/postgres.ts";
import { rememberChild } from "../processes/children-record.ts";
import { takeLauncherLock } from "../processes/launcher-lock.ts";
import { requireWritableFolder } from "../processes/writable-folder.ts";
import { openAccounts } from "../provider/accounts.ts";
import { DATABASE } from "../stack/describe-stack.ts";
import { openStackSecrets } from "../stack/stack-secrets.ts";
import { type SeededDemo, type SeedOptions, seedDemo } from "./seed-demo.ts";

/**
 * Makes the demo of an empty data folder, while nothing runs on it. Its people sign in at the development
 * provider, whose accounts are made here.
 */
export async function makeDemo(
  { dataDir, ports }: { readonly dataDir: string; readonly ports: StackPorts },
  options: SeedOptions,
): Promise<SeededDemo> {
  const providerDirectory = join(dataDir, "provider");
  mkdirSync(providerDirectory, { recursive: true, mode: 0o700 });
  requireWritableFolder(dataDir, "SIDELINE_DATA_DIR");
  // The database server may run as another user, who has to traverse both folders.
  for (const folder of [join(dataDir, ".."), dataDir]) chmodSync(folder, 0o711);
  const lock = takeLauncherLock(dataDir);
  const { passwords, invitationKey } = openStackSecrets(dataDir);
  const accounts = openAccounts(providerDirectory);
  const postgres = await startPostgres({
    directory: join(dataDir, "postgres"),
    port: ports.postgres,
    passwords,
    durable: false,
    onLine: () => undefined,
    onStart: ({ record }) => rememberChild(dataDir, record),
  });
  const abandon = () => void postgres.child.stop().finally(() => process.exit(130));
  for (const signal of STOPS) process.once(signal, abandon);
  try {
    return await seedInto(postgres, {
      ...options,
      invitationKey: Buffer.from(invitationKey, "base64"),
      issuer: `http://127.0.0.1:${ports.provider}`,
      subjectOf: (person) =>
        accounts.signIn({ ...person, provider: "email-password", verified: true, roles: [] }).sub,
    });
  } finally {
    for (const signal of STOPS) process.off(signal, abandon);
    await postgres.child.stop();
    lock.release();
  }
}

const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function seedInto(
  postgres: Postgres,
  { invitationKey, issuer, subjectOf, ...options }: Seeding,
): Promise<SeededDemo> {
  await postgres.createDatabase(DATABASE);
  const ownerUrl = postgres.ownerUrl(DATABASE);
  await migrate(ownerUrl);
  const url = postgres.appUrl(DATABASE);
  const database = openDatabase({ url, poolSize: 8, applicationName: "sideline-demo" });
  try {
    const place = { em: database.em, ownerUrl, invitationKey };
    return await seedDemo(place, { issuer, subjectOf }, options);
  } finally {
    await database.close();
  }
}

type Seeding = SeedOptions & Parameters<typeof seedDemo>[1] & { readonly invitationKey: Buffer };
