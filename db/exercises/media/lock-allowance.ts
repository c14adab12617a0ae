import type { Allowance } from "../../../rules/exercises/media/judge-allowance.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** The allowance of a provider as its row and its record say, held until the transaction ends. */
export interface HeldAllowance extends Omit<Allowance, "sharePercent"> {
  readonly closedAt: Date | null;
  readonly warnedAt: Date | null;
  /** When the account was asked whose answer holds. */
  readonly reconciledAt: Date | null;
}

/**
 * Holds the allowance of a provider: nobody counts or changes it beside (docs/rooms/exercises.md#allowance). It is locked
 * alone, and read by a later statement than the one that waited.
 */
export async function lockAllowance(tx: Tx, providerKey: string): Promise<HeldAllowance> {
  if (!(await holdRow(tx, providerKey))) {
    await putAllowances(tx, [providerKey]);
    await holdRow(tx, providerKey);
  }
  return await getAllowance(tx, providerKey);
}

/** Makes the rows of providers that have none yet. */
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

async function holdRow(tx: Tx, providerKey: string): Promise<boolean> {
  const held = await tables(tx)
    .selectFrom("mediaAllowance")
    .where("providerKey", "=", providerKey)
    .select("providerKey")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** @throws Error when there is no such provider. */
async function getAllowance(tx: Tx, providerKey: string): Promise<HeldAllowance> {
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
    told: { exercises: row.toldUniqueLimit, minutes: row.toldMinutesLimit },
    drift: { exercises: row.uniqueDrift, minutes: row.minutesDrift },
    awaitsUsage: row.awaitsUsageSince !== null,
    closedBy,
    closedAt,
    warnedAt,
    reconciledAt,
  };
}
