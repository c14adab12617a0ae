import * as z from "zod";
import { programDaySchema } from "../agenda/program-day/schema.ts";
import { SKIP_POLICIES } from "../agenda/program-day/vocabulary.ts";
import { lineSchema, textSchema } from "../wire.ts";
import { PLAN_LIMITS } from "./vocabulary.ts";

const programWeekSchema = z.strictObject({
  days: z
    .array(programDaySchema)
    .max(7)
    .refine((days) => new Set(days.map(({ dayNumber }) => dayNumber)).size === days.length, {
      error: "A day is named twice",
    }),
});

/** Local time in the relationship's zone, `HH:mm`. */
const timeOfDaySchema = z.iso.time({ precision: -1 });

/** Fields of every plan. */
export const everyPlan = {
  title: lineSchema(120),
  instructions: textSchema(2_000).min(1).nullable().default(null),
  priority: z.int().min(0).max(PLAN_LIMITS.priority).default(0),
  startTime: timeOfDaySchema.nullable().default(null),
  dueTime: timeOfDaySchema
    .nullable()
    .default(null)
    .describe("After `startTime`; `00:00` is the end of the day."),
  timeCritical: z.boolean().default(false),
};

/** How a program's workout may be taken offline. */
export const packagePolicySchema = z
  .strictObject({
    canStartOffline: z.boolean().default(true),
    requiresRefreshBeforeStart: z
      .boolean()
      .default(false)
      .describe("Whether an online phone has to fetch the package again before the start."),
  })
  .meta({
    id: "PackagePolicy",
    description:
      "Whether a workout may be started offline, and whether its package has to be fetched again first.",
  });

/** Content of a program, with its whole tree. */
export const programContentSchema = z.strictObject({
  kind: z.literal("PROGRAM"),
  ...everyPlan,
  weeks: z
    .array(programWeekSchema)
    .min(1)
    .max(PLAN_LIMITS.programWeeks)
    .refine((weeks) => weeks.some(({ days }) => days.length > 0), { error: "No training day" }),
  skipPolicy: z.enum(SKIP_POLICIES).default("ALLOWED"),
  reviewWanted: z.boolean().default(false),
  packagePolicy: packagePolicySchema.prefault({}),
});
