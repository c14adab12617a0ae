import type { MediaQuota } from "../../../rules/exercises/media/judge-media-quota.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Locks the allowance of a provider, so that nothing else counts or changes it (docs/rooms/exercises.md#allowance).
 * The lock is a statement of its own; a later one reads the allowance.
 */
export async function lockMediaQuota(tx: Tx, providerKey: string): Promise<LockedMediaQuota> {
  if (!(await lockRow(tx, providerKey))) {
    await putAllowances(tx, [providerKey]);
    await lockRow(tx, providerKey);
  }
  return await getAllowance(tx, providerKey);
}

/** A provider's allowance, from its row and its configuration, locked until the transaction ends. */
export interface LockedMediaQuota extends Omit<MediaQuota, "sharePercent"> {
  readonly closedAt: Date | null;
  readonly warnedAt: Date | null;
  /** When the reading in force was requested from the account. */
  readonly reconciledAt: Date | null;
}

/** Inserts missing rows of providers. */
export async function putAllowances(tx: Tx, providerKeys: readonly string[]): Promise<void> {
  await tables(tx)
    .insertInto("mediaAllowance")
    .values(providerKeys.toSorted().map((providerKey) => ({ providerKey, ...UNTOUCHED })))
    .onConflict((conflict) => conflict.column("providerKey").doNothing())
    .execute();
}

const UNTOUCHED = {
  toldUniqueLimit: null,
  toldMinutesLimit: null,
  closedBy: null,
  closedAt: null,
  awaitsUsageSince: null,
  warnedAt: null,
  reconciledAt: null,
};

async function lockRow(tx: Tx, providerKey: string): Promise<boolean> {
  const locked = await tables(tx)
    .selectFrom("mediaAllowance")
    .where("providerKey", "=", providerKey)
    .select("providerKey")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/** @throws Error if there is no such provider. */
async function getAllowance(tx: Tx, providerKey: string): Promise<LockedMediaQuota> {
  const row = await tables(tx)
    .selectFrom("mediaAllowance as allowance")
    .innerJoin("providerIntegration as record", "record.providerKey", "allowance.providerKey")
    .where("allowance.providerKey", "=", providerKey)
    .selectAll("allowance")
    .select(["record.mediaUniqueLimit", "record.videoMinutesLimit"])
    .executeTakeFirstOrThrow();
  const { closedBy, closedAt, warnedAt, reconciledAt } = row;
  return {
    configured: { exercises: row.mediaUniqueLimit, minutes: row.videoMinutesLimit },
    reported: { exercises: row.toldUniqueLimit, minutes: row.toldMinutesLimit },
    drift: { exercises: row.uniqueDrift, minutes: row.minutesDrift },
    awaitsUsage: row.awaitsUsageSince !== null,
    closedBy,
    closedAt,
    warnedAt,
    reconciledAt,
  };
}
