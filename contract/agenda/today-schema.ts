import * as z from "zod";
import { idSchema, instantSchema, localDateSchema, timezoneSchema } from "../wire.ts";
import { focusPinSchema, informationalCardSchema } from "./notice-schema.ts";
import { adherenceSummarySchema, agendaCountersSchema, agendaTaskSchema } from "./schema.ts";
import { AGENDA_WARNING_CODES } from "./vocabulary.ts";

/** A cursor from an earlier answer: `nextCursor` of today or its range, or `serverCursor` of sync. */
export const sinceSchema = z
  .string()
  .max(1024)
  .describe(
    "A cursor of this client's, of today, its range or sync: what changed since then is told.",
  );

/** `date` has no zone: the day is in the relationship's zone, whatever zone the device is in. */
export const todayQuerySchema = z.strictObject({
  date: localDateSchema.optional(),
  timezone: timezoneSchema.optional(),
  agendaChecksum: z.string().max(128).optional(),
  since: sinceSchema.optional(),
});
export type TodayQuery = z.output<typeof todayQuerySchema>;

export const agendaWarningSchema = z
  .strictObject({
    code: z.enum(AGENDA_WARNING_CODES),
    taskId: idSchema.nullable(),
  })
  .meta({
    id: "AgendaWarning",
    description:
      "Something about the agenda that the device should tell, or act on; null where it is no one task's.",
  });
export type AgendaWarning = z.output<typeof agendaWarningSchema>;

export const carryOverSchema = z
  .strictObject({
    localDate: localDateSchema,
    taskCount: z.int().min(1).describe("Tasks of it that can still be done."),
    firstTaskId: idSchema.describe("The first of them, in the order of an agenda."),
    closesAt: instantSchema.nullable().describe("Null while the calendar stands still."),
  })
  .meta({
    id: "CarryOver",
    description:
      "The oldest day behind the present one that is not closed and has something to do, to be offered as one step forward. Once nothing of it is open it is the next one.",
  });
export type CarryOver = z.output<typeof carryOverSchema>;

export const removedTaskIdsSchema = z
  .array(idSchema)
  .describe("Tasks that were taken back or replaced after `since`; none without it.");

export const nextCursorSchema = z
  .string()
  .describe("To be sent as `since` the next time, here, for the range or for sync.");

export const todaySchema = z
  .strictObject({
    relationshipId: idSchema,
    localDate: localDateSchema,
    timezone: z.string(),
    agendaVersion: z.int(),
    agendaChecksum: z.string(),
    unchanged: z.boolean(),
    tasks: z.array(agendaTaskSchema).optional(),
    informationalCards: z.array(informationalCardSchema),
    statusSummary: agendaCountersSchema,
    adherenceSummary: adherenceSummarySchema,
    offlineCache: z.strictObject({
      prefetchDates: z.array(localDateSchema),
      refetchAfter: instantSchema,
      expiresAt: instantSchema,
    }),
    staleSourceWarnings: z.array(agendaWarningSchema),
    focusPin: focusPinSchema.nullable(),
    calendar: z.strictObject({
      localDate: localDateSchema.describe("The newest local day of the relationship."),
      opened: z.boolean().describe("Whether the day that is answered has begun."),
      nextDayAt: instantSchema.nullable().describe("Null while the calendar stands still."),
    }),
    reorderAt: instantSchema
      .nullable()
      .describe("When the order changes by the time alone; null when it stays."),
    carryOver: carryOverSchema.nullable(),
    removedTaskIds: removedTaskIdsSchema,
    nextCursor: nextCursorSchema,
  })
  .meta({
    id: "TodayAgenda",
    description:
      "The agenda of one local day, in the order it is offered. `tasks` is left out when `unchanged`: the checksum that was sent is still the day's. `refetchAfter` is the beginning of the next local day, `expiresAt` the end of the day of grace, when what is kept of this day is history.",
  });
export type TodayAnswer = z.output<typeof todaySchema>;
