import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../db/open-database.ts";
import { migrate } from "../../db/platform/migrate.ts";
import type { StackPorts } from "../launcher-config.ts";
import { type Postgres, startPostgres } from "../postgres/postgres.ts";
import { takeLauncherLock } from "../processes/launcher-lock.ts";
import { requireWritableFolder } from "../processes/writable-folder.ts";
import { openAccounts } from "../provider/accounts.ts";
import { deleteStackFiles } from "../stack/delete-stack-files.ts";
import { DATABASE } from "../stack/describe-stack.ts";
import { openStackSecrets } from "../stack/stack-secrets.ts";
import { type SeededDemo, type SeedOptions, seedDemo } from "./seed-demo.ts";

/**
 * Replaces the demo of a data folder by a new one, while nothing runs on it. Its people sign in at the development
 * provider, whose accounts are made here.
 */
export async function makeDemo(
  { dataDir, ports }: { readonly dataDir: string; readonly ports: StackPorts },
  options: SeedOptions,
): Promise<SeededDemo> {
  await deleteStackFiles(dataDir);
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
  });
  try {
    return await seedInto(postgres, {
      ...options,
      invitationKey: Buffer.from(invitationKey, "base64"),
      issuer: `http://127.0.0.1:${ports.provider}`,
      subjectOf: (person) =>
        accounts.signIn({ ...person, provider: "email-password", verified: true, roles: [] }).sub,
    });
  } finally {
    await postgres.child.stop();
    lock.release();
  }
}

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
