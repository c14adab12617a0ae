import { lockName, shareName } from "../platform/lock-name.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Locks the configuration of a provider against every other change and every login that it starts. */
export async function lockProvider(tx: Tx, providerKey: string): Promise<void> {
  await lockName(tx, lockKey(providerKey));
}

// A provider may have no row to lock: most exist only as files.
const lockKey = (providerKey: string) => `auth-provider/${providerKey}`;

/** Locks the configuration in shared mode until commit: a change comes before or after, never in between. */
export async function lockProviderShared(tx: Tx, providerKey: string): Promise<void> {
  await shareName(tx, lockKey(providerKey));
}

/** Serialises the comparison of aliases: of two concurrent changes the second sees the first. */
export async function lockProviderAliases(tx: Tx): Promise<void> {
  await lockProvider(tx, "");
}
