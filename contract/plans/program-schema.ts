import * as z from "zod";
import { programDaySchema } from "../agenda/program-day-schema.ts";
import { SKIP_POLICIES } from "../agenda/vocabulary.ts";
import { PLAN_LIMITS } from "./vocabulary.ts";

const programWeekSchema = z.strictObject({
  days: z
    .array(programDaySchema)
    .max(7)
    .refine((days) => new Set(days.map(({ dayNumber }) => dayNumber)).size === days.length, {
      error: "A day is named twice",
    }),
});

/** What a program has besides what every plan has. */
export const programSchema = z.strictObject({
  weeks: z
    .array(programWeekSchema)
    .min(1)
    .max(PLAN_LIMITS.programWeeks)
    .refine((weeks) => weeks.some(({ days }) => days.length > 0), { error: "No day to train on" }),
  skipPolicy: z.enum(SKIP_POLICIES).default("ALLOWED"),
  reviewWanted: z.boolean().default(false),
});
