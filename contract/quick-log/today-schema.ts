import * as z from "zod";
import { adherenceSummarySchema, agendaCountersSchema } from "../agenda/schema.ts";
import {
  canonicalIdSchema,
  clientOperationIdSchema,
  expectedRevisionSchema,
  operationMetadataSchema,
  operationResultSchema,
  operationSchema,
  refetchHintSchema,
  syncRequestSchema,
} from "../sync/schema.ts";
import { idSchema, instantSchema, localDateSchema, textSchema } from "../wire.ts";
import { quickLogReceiptSchema } from "./receipt-schema.ts";
import { taskStateSchema } from "./schema.ts";
import {
  ADHERENCE_DELTA_TYPES,
  COACH_REVIEW_HINTS,
  SKIP_NOTE_LENGTH,
  SKIP_REASONS,
} from "./vocabulary.ts";

const confirmedSchema = z
  .boolean()
  .optional()
  .describe("Confirmation, if the task requires one to complete all of its items at once.");

/** Payload of each operation of today's view, version 1 (docs/rooms/quick-log.md#todays-names). */
export const TODAY_PAYLOADS = {
  "today.start": z
    .strictObject({ taskId: idSchema })
    .meta({ id: "StartDailyTaskPayload", description: "Opens the form or log of a task." }),
  "today.complete": z
    .strictObject({
      taskId: idSchema,
      confirmed: confirmedSchema,
      completion: z
        .strictObject({})
        .optional()
        .describe(
          "Values by input key. It has to be empty, because tasks with inputs are completed in their own screen.",
        ),
    })
    .meta({
      id: "CompleteTodayPayload",
      description: "Completes a task with all its items that may be completed in bulk.",
    }),
  "today.skip": z
    .strictObject({
      taskId: idSchema,
      reason: z.enum(SKIP_REASONS),
      note: textSchema(SKIP_NOTE_LENGTH).optional(),
    })
    .meta({ id: "SkipTodayPayload", description: "Skips a task, for a reason." }),
} as const;

const actShape = {
  deviceId: idSchema,
  clientOperationId: clientOperationIdSchema,
  expectedTaskRevision: expectedRevisionSchema
    .optional()
    .describe("Omitted if the device names a task by its computed id and has not read it yet."),
  clientSentAt: instantSchema
    .optional()
    .describe(
      "When the request was sent, by the device's clock; used to measure that clock, as in a batch.",
    ),
  metadata: operationMetadataSchema.optional(),
};

export const startTaskSchema = z.strictObject({ ...actShape, startedAt: instantSchema }).meta({
  id: "StartDailyTask",
  description: "Starts a task that has its own screen, online.",
});

export const completeTaskSchema = z
  .strictObject({
    ...actShape,
    completedAt: instantSchema,
    confirmed: confirmedSchema,
    completion: z.record(z.string().max(64), z.unknown()).optional(),
    attachments: operationSchema.shape.attachments,
  })
  .meta({ id: "CompleteDailyTask", description: "Completes a task by a tap, online." });

export const skipTaskSchema = z
  .strictObject({
    ...actShape,
    expectedTaskRevision: expectedRevisionSchema
      .optional()
      .describe("Not required for a skip; a given one is checked."),
    skippedAt: instantSchema,
    reason: z.enum(SKIP_REASONS),
    note: textSchema(SKIP_NOTE_LENGTH).optional(),
  })
  .meta({ id: "SkipDailyTask", description: "Skips a task, online." });

export const startTaskAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    task: taskStateSchema.nullable(),
    destinationRoute: z.string().nullable().describe("Where the app continues the task."),
    snapshotChecksum: z
      .string()
      .nullable()
      .describe("SHA-256 of the RFC 8785 form of the source's content when the task was made."),
  })
  .meta({ id: "StartDailyTaskAnswer", description: "A started task, and where to continue it." });

export const completeTaskAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    task: taskStateSchema.nullable(),
    adherenceSummary: adherenceSummarySchema.nullable(),
    counters: agendaCountersSchema.nullable(),
    agendaVersion: z.int().nullable(),
  })
  .meta({
    id: "CompleteDailyTaskAnswer",
    description: "A completed task, and the day as a whole.",
  });

export const coachReviewHintSchema = z
  .strictObject({
    kind: z.enum(COACH_REVIEW_HINTS),
    count: z.int().describe("Skips in force of its reason group and source, in seven local days."),
    of: z.int().describe("Number of skips that notify the coach."),
  })
  .meta({
    id: "CoachReviewHint",
    description:
      "Whether a skip notifies the coach. `AT_ONCE`: it does. `COUNTED`: it counts towards the number that does. `NONE`: nothing was skipped, or the skip was undone.",
  });
export type CoachReviewHint = z.output<typeof coachReviewHintSchema>;

export const skipTaskAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    task: taskStateSchema.nullable(),
    adherenceEffect: z
      .strictObject({ deltaType: z.enum(ADHERENCE_DELTA_TYPES), scoreDelta: z.number() })
      .nullable()
      .describe("Effect of the skip on its day; null if nothing was skipped."),
    coachReviewHint: coachReviewHintSchema,
  })
  .meta({ id: "SkipDailyTaskAnswer", description: "A skipped task, and the consequences." });

export const todaySyncRequestSchema = syncRequestSchema.omit({ clientCursor: true }).meta({
  id: "TodaySyncRequest",
  description: "Queued operations on daily tasks, in order.",
});

const agendaStandSchema = z
  .strictObject({ localDate: localDateSchema, agendaVersion: z.int(), checksum: z.string() })
  .meta({ id: "AgendaStand", description: "State of a day after a batch." });

export const todaySyncAnswerSchema = z
  .strictObject({
    accepted: z.array(operationResultSchema),
    rejected: z.array(operationResultSchema).describe("Including those in conflict."),
    waiting: z.array(operationResultSchema).describe("Not final: send them again unchanged."),
    canonicalIds: z.array(canonicalIdSchema),
    tasks: z.array(taskStateSchema).describe("The named tasks, in their present state."),
    agendas: z.array(agendaStandSchema).describe("Their days."),
    refetch: z.array(refetchHintSchema),
  })
  .meta({
    id: "TodaySyncAnswer",
    description: "The verdicts on queued operations, grouped by what the device does with them.",
  });
export type TodaySyncAnswer = z.output<typeof todaySyncAnswerSchema>;
