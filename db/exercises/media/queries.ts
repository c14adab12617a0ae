import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../../tables.ts";

/** The metered providers with their present allowances and the latest reading of each account. */
export async function listAllowances(em: SqlEntityManager) {
  return await tables(em)
    .selectFrom("providerIntegration as record")
    .leftJoin("mediaAllowance as allowance", "allowance.providerKey", "record.providerKey")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("usageSnapshot")
          .whereRef("usageSnapshot.providerKey", "=", "record.providerKey")
          .selectAll("usageSnapshot")
          .orderBy("capturedAt", "desc")
          .limit(1)
          .as("snapshot"),
      (on) => on.onTrue(),
    )
    .where("record.metered", "=", true)
    .orderBy("record.providerKey")
    .select([
      "record.providerKey",
      "record.planKey",
      "record.mediaUniqueLimit",
      "record.videoMinutesLimit",
      "record.lastUsageSyncAt",
      "allowance.toldUniqueLimit",
      "allowance.toldMinutesLimit",
      "allowance.uniqueDrift",
      "allowance.minutesDrift",
      "allowance.closedBy",
      "allowance.awaitsUsageSince",
      "allowance.warnedAt",
      "snapshot.capturedAt",
      "snapshot.planKey as toldPlanKey",
      "snapshot.uniqueUsed",
      "snapshot.uniqueLimit",
      "snapshot.minutesUsed",
      "snapshot.minutesLimit",
    ])
    .execute();
}

/** One of {@link listAllowances}. */
export type AllowanceRow = Awaited<ReturnType<typeof listAllowances>>[number];
