import type * as z from "zod";
import { WORKOUT_PAYLOADS, type WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import { SESSION_LIMITS } from "../../contract/workouts/session-vocabulary.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { payloadVersion } from "../payload-version.ts";
import { countSets } from "../../contract/workouts/count-sets.ts";

const FORM_CHECKS = [
  { purpose: "FORM_CHECK", most: SESSION_LIMITS.formChecks, takesPending: true },
] as const;

/** Version 1 of an operation type by which the client acts on a session. */
function sessionOperation<Schema extends z.ZodType>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => WorkoutIntent,
): OperationType<WorkoutIntent> {
  return {
    principals: ["CLIENT"],
    requiresRevision: false,
    references: { taskId: "agenda_task" },
    countSets,
    versions: new Map([[1, payloadVersion(schema, intend)]]),
  };
}

const payloads = WORKOUT_PAYLOADS;

/** The operations on sessions that sync admits (docs/rooms/workouts.md#operations). */
export const workoutTypes: ReadonlyMap<string, OperationType<WorkoutIntent>> = new Map([
  [
    "workout.start-session",
    sessionOperation(payloads["workout.start-session"], (payload) => ({
      kind: "workout.start-session",
      payload,
    })),
  ],
  [
    "workout.upsert-exercise",
    sessionOperation(payloads["workout.upsert-exercise"], (payload) => ({
      kind: "workout.upsert-exercise",
      payload,
    })),
  ],
  [
    "workout.upsert-set",
    takingFormChecks(
      sessionOperation(payloads["workout.upsert-set"], (payload) => ({
        kind: "workout.upsert-set",
        payload,
      })),
    ),
  ],
  [
    "workout.skip-exercise",
    sessionOperation(payloads["workout.skip-exercise"], (payload) => ({
      kind: "workout.skip-exercise",
      payload,
    })),
  ],
  [
    "workout.use-alternative",
    sessionOperation(payloads["workout.use-alternative"], (payload) => ({
      kind: "workout.use-alternative",
      payload,
    })),
  ],
  [
    "workout.submit-session",
    takingFormChecks(
      sessionOperation(payloads["workout.submit-session"], (payload) => ({
        kind: "workout.submit-session",
        payload,
      })),
    ),
  ],
  [
    "workout.correct-session",
    sessionOperation(payloads["workout.correct-session"], (payload) => ({
      kind: "workout.correct-session",
      payload,
    })),
  ],
  [
    "workout.discard-session",
    sessionOperation(payloads["workout.discard-session"], (payload) => ({
      kind: "workout.discard-session",
      payload,
    })),
  ],
]);

/** Videos of the exercise may be attached, and may arrive later. */
function takingFormChecks(type: OperationType<WorkoutIntent>): OperationType<WorkoutIntent> {
  return { ...type, attachments: FORM_CHECKS };
}
