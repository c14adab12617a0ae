import { sql } from "kysely";
import type { Tx } from "../transact.ts";

// A provider may have no row to lock: most stand in their files alone.
const lockKey = (providerKey: string) =>
  sql`hashtextextended(${`auth-provider/${providerKey}`}, 0)`;

/** Locks the configuration of a provider against every other change and every login it begins. */
export async function lockProvider(tx: Tx, providerKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(providerKey)})`.execute(tx.getKysely());
}

/** Holds the configuration as it is until commit: a change comes before or after, never between. */
export async function lockProviderShared(tx: Tx, providerKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(providerKey)})`.execute(tx.getKysely());
}

/** Two aliases are compared under one lock: of two changes at once the second sees the first. */
export async function lockProviderAliases(tx: Tx): Promise<void> {
  await lockProvider(tx, "");
}
