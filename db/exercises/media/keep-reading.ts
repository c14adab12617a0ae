import type { Insertable } from "kysely";
import type { Amounts, PlanLimits } from "../../../rules/exercises/media/judge-media-quota.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Replaces the previous reading of the account. Closures and losses of records after the request stay in force,
 * because the answer may be older.
 */
export async function keepReading(tx: Tx, reading: KeptReading): Promise<void> {
  const { providerKey, reported, drift, requestedAt, isStillNearly } = reading;
  await tables(tx)
    .updateTable("mediaAllowance")
    .set(({ eb, ref }) => {
      const isReadSince = eb("closedAt", "<=", requestedAt);
      return {
        toldUniqueLimit: reported.exercises,
        toldMinutesLimit: reported.minutes,
        uniqueDrift: drift.exercises,
        minutesDrift: drift.minutes,
        closedBy: eb.case().when(isReadSince).then(null).else(ref("closedBy")).end(),
        closedAt: eb.case().when(isReadSince).then(null).else(ref("closedAt")).end(),
        awaitsUsageSince: eb
          .case()
          .when("awaitsUsageSince", "<=", requestedAt)
          .then(null)
          .else(ref("awaitsUsageSince"))
          .end(),
        reconciledAt: requestedAt,
        ...(isStillNearly ? {} : { warnedAt: null }),
      };
    })
    .where("providerKey", "=", providerKey)
    .execute();
  await tables(tx)
    .updateTable("providerIntegration")
    .set({ lastUsageSyncAt: requestedAt })
    .where("providerKey", "=", providerKey)
    .execute();
}

/** The provider account's reading of an allowance. */
export interface KeptReading {
  readonly providerKey: string;
  readonly reported: PlanLimits;
  readonly drift: Amounts;
  readonly requestedAt: Date;
  /** Whether most of it is used; those who were warned are then not warned again. */
  readonly isStillNearly: boolean;
}

/** Stores the account's reading next to our own count. */
export async function keepSnapshot(
  tx: Tx,
  snapshot: Insertable<Tables["usageSnapshot"]>,
): Promise<void> {
  await tables(tx).insertInto("usageSnapshot").values(snapshot).execute();
}
