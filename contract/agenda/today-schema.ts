import * as z from "zod";
import { deviceTimezoneSchema, idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { focusPinSchema, informationalCardSchema } from "./notice-schema.ts";
import { adherenceSummarySchema, agendaCountersSchema, agendaTaskSchema } from "./schema.ts";
import { AGENDA_WARNING_CODES } from "./vocabulary.ts";

/** A cursor from an earlier answer: `nextCursor` of today or its range, or `serverCursor` of sync. */
export const sinceSchema = z
  .string()
  .max(1024)
  .describe(
    "A cursor of this client from today, its range or sync; the answer has the changes since then.",
  );

/** `date` has no zone: the day is in the relationship's zone, whatever zone the device is in. */
export const todayQuerySchema = z.strictObject({
  date: localDateSchema.optional(),
  timezone: deviceTimezoneSchema,
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
      "A warning about the agenda for the device to show or act on; `taskId` is null if it concerns no single task.",
  });
export type AgendaWarning = z.output<typeof agendaWarningSchema>;

export const carryOverSchema = z
  .strictObject({
    localDate: localDateSchema,
    taskCount: z.int().min(1).describe("Tasks of the day that can still be done."),
    firstTaskId: idSchema.describe("The first of them in agenda order."),
    closesAt: instantSchema.nullable().describe("Null while the calendar is stopped."),
  })
  .meta({
    id: "CarryOver",
    description:
      "The oldest day before the present one that is not closed and has open tasks, to be offered as one step forward. Once it has no open task, the next such day follows.",
  });
export type CarryOver = z.output<typeof carryOverSchema>;

export const removedTaskIdsSchema = z
  .array(idSchema)
  .describe("Tasks that were withdrawn or replaced after `since`; empty without it.");

export const nextCursorSchema = z
  .string()
  .describe("To be sent as `since` next time, here, for the range or for sync.");

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
      opened: z.boolean().describe("Whether the day of the answer has begun."),
      nextDayAt: instantSchema.nullable().describe("Null while the calendar is stopped."),
    }),
    reorderAt: instantSchema
      .nullable()
      .describe("When the order changes without any change of a task; null if it does not."),
    carryOver: carryOverSchema.nullable(),
    removedTaskIds: removedTaskIdsSchema,
    nextCursor: nextCursorSchema,
  })
  .meta({
    id: "TodayAgenda",
    description:
      "The agenda of one local day, in order. `tasks` is omitted if `unchanged`: the checksum that was sent is still the day's. `refetchAfter` is the start of the next local day. `expiresAt` is the end of the day of grace; after it, the cached day is history.",
  });
export type TodayAnswer = z.output<typeof todaySchema>;
