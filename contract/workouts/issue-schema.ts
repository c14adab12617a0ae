import * as z from "zod";
import { TASK_STATUSES } from "../agenda/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, pageQuerySchema } from "../wire.ts";
import {
  EXERCISE_PARTS,
  ISSUE_STATUSES,
  MESSAGING_HINTS,
  WORKOUT_ISSUE_KINDS,
} from "./issue-vocabulary.ts";
import { CONFLICT_RESOLUTIONS } from "./session-vocabulary.ts";

/** Query of the issues of a client's sessions: what was not accepted as trained. All days by default. */
export const workoutIssuesQuerySchema = z
  .strictObject({
    ...pageQuerySchema.shape,
    from: localDateSchema.optional(),
    to: localDateSchema.optional(),
    status: z.enum(ISSUE_STATUSES).optional(),
    kind: z.enum(WORKOUT_ISSUE_KINDS).optional(),
  })
  .refine(({ from = "", to = "9999-12-31" }) => from <= to, { path: ["to"], error: "Before from" });

const exerciseChangeSchema = z
  .strictObject({
    exerciseKey: z.string(),
    name: z.string(),
    change: z.enum(["ADDED", "REMOVED", "CHANGED"]),
    parts: z.array(z.enum(EXERCISE_PARTS)).describe("Parts that differ, for a changed exercise."),
  })
  .meta({ id: "ExerciseChange", description: "How the prescription of an exercise has changed." });
export type ExerciseChange = z.output<typeof exerciseChangeSchema>;

const explanationSchema = z
  .strictObject({
    trainedSnapshot: z.string().describe("Checksum of the workout that was trained."),
    presentSnapshot: z
      .string()
      .nullable()
      .describe(
        "Checksum of the present workout of the task or its replacement; null if there is none.",
      ),
    changes: z
      .array(exerciseChangeSchema)
      .describe("From the workout that was trained to the present one."),
  })
  .meta({ id: "SnapshotExplanation", description: "Changes of the workout while it was trained." });

export const workoutIssueSchema = z
  .strictObject({
    issueId: idSchema.describe("Id of the conflict, or of the accepted session."),
    kind: z.enum(WORKOUT_ISSUE_KINDS),
    status: z.enum(ISSUE_STATUSES),
    localDate: localDateSchema,
    clientSessionId: idSchema,
    sessionId: idSchema
      .nullable()
      .describe(
        "The accepted session: the session itself, or the one accepted instead of it; null if there is none.",
      ),
    task: z.strictObject({
      taskId: idSchema,
      title: z.string(),
      status: z.enum(TASK_STATUSES).nullable().describe("Null if the session was never made."),
    }),
    replacement: z
      .strictObject({
        taskId: idSchema,
        title: z.string(),
        packageId: idSchema,
        revision: z.int().nullable().describe("Revision of the task; null before it is made."),
      })
      .nullable()
      .describe("The workout that replaced another one; null if there is none."),
    raisedAt: instantSchema,
    resolvedAt: instantSchema.nullable(),
    resolution: z.enum(CONFLICT_RESOLUTIONS).nullable(),
    expiresAt: instantSchema.nullable().describe("Until when the phone's draft is kept."),
    explanation: explanationSchema,
    messagingHint: z
      .enum(MESSAGING_HINTS)
      .nullable()
      .describe("Suggested message to the client; null if there is none."),
  })
  .meta({
    id: "WorkoutSyncIssue",
    description: "A session that was not accepted, or accepted with a label; never its content.",
  });
export type WorkoutIssue = z.output<typeof workoutIssueSchema>;
