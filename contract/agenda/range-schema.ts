import * as z from "zod";
import { daysBetween } from "../days-between.ts";
import { deviceTimezoneSchema, idSchema, localDateSchema } from "../wire.ts";
import { informationalCardSchema } from "./notice-schema.ts";
import { agendaTaskSchema } from "./schema.ts";
import { nextCursorSchema, removedTaskIdsSchema, sinceSchema } from "./today-schema.ts";
import { RANGE_CHECKSUMS_LENGTH, RANGE_DAYS } from "./range-vocabulary.ts";

const cachedChecksumSchema = z
  .strictObject({ localDate: localDateSchema, checksum: z.string().min(1).max(128) })
  .meta({
    id: "HeldAgenda",
    description: "A day in the device's cache, with the checksum it got.",
  });

/**
 * Checksums of cached days, as a query names them: `2026-01-05=sha-256:...,2026-01-06=sha-256:...`, each day at most
 * once.
 */
const cachedChecksumsSchema = z
  .string()
  .max(RANGE_CHECKSUMS_LENGTH)
  .meta({
    description: "The days in the device's cache with their checksums, separated by commas.",
    examples: [`2026-01-05=sha-256:${"5e".repeat(32)}`],
  })
  .transform((text) => text.split(",").map(readCachedChecksum))
  .pipe(
    z
      .array(cachedChecksumSchema)
      .max(RANGE_DAYS)
      .refine((list) => new Set(list.map(({ localDate }) => localDate)).size === list.length, {
        error: "A day is named twice",
      }),
  );

/** Query of several days of a client; both dates are included. */
export const todayRangeQuerySchema = z
  .strictObject({
    from: localDateSchema,
    to: localDateSchema,
    timezone: deviceTimezoneSchema,
    checksums: cachedChecksumsSchema.optional(),
    since: sinceSchema.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "Before from" })
  .refine(({ from, to }) => daysBetween(from, to) < RANGE_DAYS, {
    path: ["to"],
    error: `At most ${RANGE_DAYS} days`,
  });
export type TodayRangeQuery = z.output<typeof todayRangeQuerySchema>;

const { taskId, taskKind, status, revision, dueAt } = agendaTaskSchema.shape;

export const compactTaskSchema = z
  .strictObject({ taskId, taskKind, status, revision, dueAt, title: z.string() })
  .meta({ id: "CompactTask", description: "The fields of a task that a list of days shows." });

const rangeDaySchema = z
  .strictObject({
    localDate: localDateSchema,
    agendaVersion: z.int(),
    checksum: z.string(),
    unchanged: z.boolean(),
    tasks: z.array(compactTaskSchema).optional(),
    cards: z.array(informationalCardSchema).optional(),
  })
  .meta({
    id: "CompactAgenda",
    description:
      "One day with its tasks in agenda order. Tasks and cards are omitted if `unchanged`: the checksum that was sent is still the day's.",
  });
export type RangeDay = z.output<typeof rangeDaySchema>;

export const todayRangeSchema = z
  .strictObject({
    relationshipId: idSchema,
    timezone: z.string().describe("The relationship's zone, in which days are counted."),
    timezoneDiffers: z
      .boolean()
      .describe("Whether the device's zone has another local time at present."),
    days: z.array(rangeDaySchema),
    changedDates: z
      .array(localDateSchema)
      .describe(
        "Days that the device has to read again: those whose checksum differs, and of days without a checksum those that changed after `since`, or all without it.",
      ),
    removedTaskIds: removedTaskIdsSchema,
    supersededTaskIds: z
      .array(z.strictObject({ taskId: idSchema, byTaskId: idSchema.nullable() }))
      .describe("Tasks of `removedTaskIds` that were replaced, with the replacement."),
    nextCursor: nextCursorSchema,
  })
  .meta({
    id: "TodayRange",
    description: "Every date of a range; dates that have not begun or never existed are empty.",
  });
export type TodayRangeAnswer = z.output<typeof todayRangeSchema>;

function readCachedChecksum(text: string): { localDate: string; checksum: string } {
  const end = text.indexOf("=");
  if (end < 0) return { localDate: text, checksum: "" };
  return { localDate: text.slice(0, end), checksum: text.slice(end + 1) };
}
