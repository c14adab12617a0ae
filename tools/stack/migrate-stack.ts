import { migrate } from "../../db/platform/migrate.ts";

/** Migrates the database of a running stack beside its processes. */
export async function migrateStack(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
}
