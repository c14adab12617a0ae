import * as z from "zod";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";
import { idSchema, listOf, localDateSchema, pageSchema } from "../wire.ts";
import { withheldWarningSchema } from "./withheld/schema.ts";
import { ADHERENCE_BUCKETS } from "./adherence/vocabulary.ts";
import { OVERVIEW_CLIENTS } from "./range-vocabulary.ts";

/** Query of a workspace's overview. Without a date, each client's present local day is used. */
export const dailyOverviewQuerySchema = z.strictObject({
  date: localDateSchema.optional(),
  bucket: listOf(ADHERENCE_BUCKETS).optional(),
  coachUserId: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(OVERVIEW_CLIENTS).default(OVERVIEW_CLIENTS),
  cursor: z.string().max(1024).optional(),
});

export const overviewItemSchema = z
  .strictObject({
    relationshipId: idSchema,
    status: z.enum(RELATIONSHIP_STATUSES),
    coachUserId: idSchema.describe("The responsible coach."),
    client: z.strictObject({ userId: idSchema, displayName: z.string() }),
    localDate: localDateSchema,
    timezone: z.string(),
    counters: z
      .strictObject({
        taskCount: z.int(),
        completedCount: z.int(),
        skippedCount: z.int(),
        missedCount: z.int(),
      })
      .nullable()
      .describe("Null if the client has no such day."),
    openTaskCount: z.int().describe("Tasks of the day that can still be done."),
    bucket7: z
      .enum(ADHERENCE_BUCKETS)
      .describe("Over 7 dates up to the newest closed day; TOO_FEW until one has closed."),
    adherencePercent: z.int().nullable().describe("Over the same dates; null if no task counts."),
    warnings: z
      .array(withheldWarningSchema)
      .describe("Tasks that cannot be shown on that day because of a fault on our side."),
  })
  .meta({
    id: "OverviewItem",
    description:
      "A client of the workspace, with the state of one local day and of the last 7 dates.",
  });
export const overviewPageSchema = pageSchema(overviewItemSchema);
export type OverviewItem = z.output<typeof overviewItemSchema>;
