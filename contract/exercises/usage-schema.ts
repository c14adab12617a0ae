import * as z from "zod";
import { instantSchema } from "../wire.ts";
import { ALLOWANCE_CLOSED_BY } from "./media-vocabulary.ts";

const amount = z.number().min(0);
const limit = amount.nullable().describe("Null where there is none.");

const countedSchema = (ofWhat: string) =>
  z.strictObject({
    used: amount.describe(`${ofWhat} that count, without drift.`),
    reserved: amount.describe("Of them, those whose call was never finished."),
    drift: amount.describe("What the account knows beyond that."),
    planLimit: limit,
    ownLimit: limit.describe("What of the plan's limit is used at most."),
    nextFreeAt: instantSchema
      .nullable()
      .describe("When the oldest leaves; null where none counts."),
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
          .describe("What the account said last."),
        driftPercent: amount.nullable().describe("Drift of exercises, of the plan's limit."),
        lastSyncAt: instantSchema.nullable(),
        closedBy: z
          .enum(ALLOWANCE_CLOSED_BY)
          .nullable()
          .describe("The provider's cap was met: nothing is asked until its account was read."),
        awaitsUsage: z.boolean().describe("Restored, and the account not read since."),
        warnedAt: instantSchema.nullable().describe("Since when most of it is used."),
      }),
    ),
    nextCursor: z.null(),
  })
  .meta({ id: "ProviderUsage", description: "Use of the media of all providers." });
