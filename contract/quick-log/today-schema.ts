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
  .describe("Asked twice, where the task wants it so for all of its items at once.");

/** Payload of each operation of today's view, version 1 (docs/rules.md#quick-log-todays-names). */
export const TODAY_PAYLOADS = {
  "today.start": z
    .strictObject({ taskId: idSchema })
    .meta({ id: "StartDailyTaskPayload", description: "The form or log of a task was opened." }),
  "today.complete": z
    .strictObject({
      taskId: idSchema,
      confirmed: confirmedSchema,
      completion: z
        .strictObject({})
        .optional()
        .describe(
          "Values by input key: empty, for what asks for any is completed in its own screen.",
        ),
    })
    .meta({
      id: "CompleteTodayPayload",
      description: "A task is done, with all its items that may be ticked at once.",
    }),
  "today.skip": z
    .strictObject({
      taskId: idSchema,
      reason: z.enum(SKIP_REASONS),
      note: textSchema(SKIP_NOTE_LENGTH).optional(),
    })
    .meta({ id: "SkipTodayPayload", description: "A task is left out, for a reason." }),
} as const;

const actShape = {
  deviceId: idSchema,
  clientOperationId: clientOperationIdSchema,
  expectedTaskRevision: expectedRevisionSchema
    .optional()
    .describe("Left out where the device names a task by its computed id and has not read it yet."),
  clientSentAt: instantSchema
    .optional()
    .describe("When it was sent, by the device's clock: measures that clock, as in a batch."),
  metadata: operationMetadataSchema.optional(),
};

export const startTaskSchema = z.strictObject({ ...actShape, startedAt: instantSchema }).meta({
  id: "StartDailyTask",
  description: "Starts a task that has a screen of its own, online.",
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
      .describe("A skip needs none; one that is given is judged."),
    skippedAt: instantSchema,
    reason: z.enum(SKIP_REASONS),
    note: textSchema(SKIP_NOTE_LENGTH).optional(),
  })
  .meta({ id: "SkipDailyTask", description: "Leaves a task out, online." });

export const startTaskAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    task: taskStateSchema.nullable(),
    destinationRoute: z.string().nullable().describe("Where the app goes on with the task."),
    snapshotChecksum: z
      .string()
      .nullable()
      .describe("SHA-256 of the RFC 8785 form of what the source said when the task was made."),
  })
  .meta({ id: "StartDailyTaskAnswer", description: "A started task, and where it goes on." });

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
    count: z
      .int()
      .describe("Skips that stand, of its reason group and source, in seven local days."),
    of: z.int().describe("How many of them reach the coach."),
  })
  .meta({
    id: "CoachReviewHint",
    description:
      "Whether a skip reaches the coach: `AT_ONCE` it does, `COUNTED` it is one of some that would; `NONE` nothing was skipped, or the skip was taken back.",
  });
export type CoachReviewHint = z.output<typeof coachReviewHintSchema>;

export const skipTaskAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    task: taskStateSchema.nullable(),
    adherenceEffect: z
      .strictObject({ deltaType: z.enum(ADHERENCE_DELTA_TYPES), scoreDelta: z.number() })
      .nullable()
      .describe("What the skip counts for in its day; null where nothing was skipped."),
    coachReviewHint: coachReviewHintSchema,
  })
  .meta({ id: "SkipDailyTaskAnswer", description: "A skipped task, and what follows from it." });

export const todaySyncRequestSchema = syncRequestSchema.omit({ clientCursor: true }).meta({
  id: "TodaySyncRequest",
  description: "Queued operations on daily tasks, in their order.",
});

const agendaStandSchema = z
  .strictObject({ localDate: localDateSchema, agendaVersion: z.int(), checksum: z.string() })
  .meta({ id: "AgendaStand", description: "How a day stands after a batch." });

export const todaySyncAnswerSchema = z
  .strictObject({
    accepted: z.array(operationResultSchema),
    rejected: z.array(operationResultSchema).describe("Those in conflict as well."),
    waiting: z.array(operationResultSchema).describe("Not final: to be sent again as they are."),
    canonicalIds: z.array(canonicalIdSchema),
    tasks: z.array(taskStateSchema).describe("The tasks that were named, as they are now."),
    agendas: z.array(agendaStandSchema).describe("Their days."),
    refetch: z.array(refetchHintSchema),
  })
  .meta({
    id: "TodaySyncAnswer",
    description: "The verdicts on queued operations, by what the device does with them.",
  });
export type TodaySyncAnswer = z.output<typeof todaySyncAnswerSchema>;
