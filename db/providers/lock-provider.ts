import { lockName, shareName } from "../platform/lock-name.ts";
import type { Tx } from "../transact.ts";

// A provider may have no row to lock: most stand in their files alone.
const lockKey = (providerKey: string) => `auth-provider/${providerKey}`;

/** Locks the configuration of a provider against every other change and every login it begins. */
export async function lockProvider(tx: Tx, providerKey: string): Promise<void> {
  await lockName(tx, lockKey(providerKey));
}

/** Holds the configuration as it is until commit: a change comes before or after, never between. */
export async function lockProviderShared(tx: Tx, providerKey: string): Promise<void> {
  await shareName(tx, lockKey(providerKey));
}

/** Two aliases are compared under one lock: of two changes at once the second sees the first. */
export async function lockProviderAliases(tx: Tx): Promise<void> {
  await lockProvider(tx, "");
}
