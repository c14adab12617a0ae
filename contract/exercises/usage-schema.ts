import * as z from "zod";
import { instantSchema } from "../wire.ts";
import { QUOTA_CLOSED_BY } from "./media-vocabulary.ts";

const amount = z.number().min(0);
const limit = amount.nullable().describe("Null if there is none.");

const countedSchema = (ofWhat: string) =>
  z.strictObject({
    used: amount.describe(`${ofWhat} that count, without the reconciliation difference.`),
    reserved: amount.describe("Those among them whose call was never finished."),
    drift: amount.describe(
      "Reconciliation difference: what the provider's account counts beyond ours.",
    ),
    planLimit: limit,
    ownLimit: limit.describe("The part of the plan's limit that we use at most."),
    nextFreeAt: instantSchema
      .nullable()
      .describe("When the oldest one stops counting; null if none counts."),
  });

/** Use of each provider's media, by our own count and by its account. */
export const providerUsageSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        providerKey: z.string(),
        planKey: z.string(),
        uniques: countedSchema("Exercises"),
        minutes: countedSchema("Minutes"),
        snapshot: z
          .strictObject({
            capturedAt: instantSchema,
            planKey: z.string(),
            uniquesUsed: amount,
            uniquesLimit: limit,
            minutesUsed: amount,
            minutesLimit: limit,
          })
          .nullable()
          .describe("Last reading of the provider's account."),
        driftPercent: amount
          .nullable()
          .describe("Reconciliation difference of exercises, in percent of the plan's limit."),
        lastSyncAt: instantSchema.nullable(),
        closedBy: z
          .enum(QUOTA_CLOSED_BY)
          .nullable()
          .describe("The provider's limit was reached: no calls until its account was read."),
        awaitsUsage: z
          .boolean()
          .describe("Restored from a backup, and the account not read since."),
        warnedAt: instantSchema
          .nullable()
          .describe("Since when its use is above the warning level."),
      }),
    ),
    nextCursor: z.null(),
  })
  .meta({ id: "ProviderUsage", description: "Use of media, by provider." });
