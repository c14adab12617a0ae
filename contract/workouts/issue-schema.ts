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
    parts: z.array(z.enum(EXERCISE_PARTS)).describe("What of it is another, of one that changed."),
  })
  .meta({ id: "ExerciseChange", description: "How an exercise is asked for otherwise by now." });
export type ExerciseChange = z.output<typeof exerciseChangeSchema>;

const explanationSchema = z
  .strictObject({
    trainedSnapshot: z.string().describe("Checksum of what was trained."),
    presentSnapshot: z
      .string()
      .nullable()
      .describe(
        "Of what is asked for of the same task now, or of the one in its place; null when nothing is.",
      ),
    changes: z.array(exerciseChangeSchema).describe("From what was trained to what is asked now."),
  })
  .meta({ id: "SnapshotExplanation", description: "What was changed while it was trained." });

export const workoutIssueSchema = z
  .strictObject({
    issueId: idSchema.describe("Of the conflict, or of the session that was accepted."),
    kind: z.enum(WORKOUT_ISSUE_KINDS),
    status: z.enum(ISSUE_STATUSES),
    localDate: localDateSchema,
    clientSessionId: idSchema,
    sessionId: idSchema
      .nullable()
      .describe("The session that counts: itself, or the one in its place; null for none."),
    task: z.strictObject({
      taskId: idSchema,
      title: z.string(),
      status: z.enum(TASK_STATUSES).nullable().describe("Null of one that was never made."),
    }),
    replacement: z
      .strictObject({
        taskId: idSchema,
        title: z.string(),
        packageId: idSchema,
        revision: z.int().nullable().describe("Of the task; null before it is made."),
      })
      .nullable()
      .describe("The workout in the place of one that was replaced; null where none is."),
    raisedAt: instantSchema,
    resolvedAt: instantSchema.nullable(),
    resolution: z.enum(CONFLICT_RESOLUTIONS).nullable(),
    expiresAt: instantSchema.nullable().describe("Until when the phone's draft is kept."),
    explanation: explanationSchema,
    messagingHint: z
      .enum(MESSAGING_HINTS)
      .nullable()
      .describe("What is worth a message to the client; null for nothing."),
  })
  .meta({
    id: "WorkoutSyncIssue",
    description:
      "A session that did not get through, or got through under a label; never its content.",
  });
export type WorkoutIssue = z.output<typeof workoutIssueSchema>;
