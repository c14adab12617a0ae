import {
  WORKOUT_PAYLOADS,
  type WorkoutIntent,
  type WorkoutOperationType,
} from "../../contract/workouts/session-schema.ts";
import { SESSION_LIMITS } from "../../contract/workouts/session-vocabulary.ts";
import type { OperationType } from "../sync/operation-feature.ts";

const FORM_CHECKS = [
  { purpose: "FORM_CHECK", most: SESSION_LIMITS.formChecks, takesPending: true },
] as const;

/** A type of operations of the client on a session, in version 1, read by how its payload is told. */
function sessionOperation(
  operationType: WorkoutOperationType,
  read: (payload: unknown) => WorkoutIntent | null,
): OperationType<WorkoutIntent> {
  return {
    principals: ["CLIENT"],
    requiresRevision: false,
    references: { taskId: "agenda_task" },
    countSets,
    versions: new Map([[1, { payload: WORKOUT_PAYLOADS[operationType], read }]]),
  };
}

const payloads = WORKOUT_PAYLOADS;

/** The operations on sessions that sync admits (docs/rules.md#workout-operations). */
export const workoutTypes: ReadonlyMap<string, OperationType<WorkoutIntent>> = new Map([
  typeOf("workout.start-session", (payload) => {
    const { data } = payloads["workout.start-session"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.start-session", payload: data };
  }),
  typeOf("workout.upsert-exercise", (payload) => {
    const { data } = payloads["workout.upsert-exercise"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.upsert-exercise", payload: data };
  }),
  takingFormChecks("workout.upsert-set", (payload) => {
    const { data } = payloads["workout.upsert-set"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.upsert-set", payload: data };
  }),
  typeOf("workout.skip-exercise", (payload) => {
    const { data } = payloads["workout.skip-exercise"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.skip-exercise", payload: data };
  }),
  typeOf("workout.use-alternative", (payload) => {
    const { data } = payloads["workout.use-alternative"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.use-alternative", payload: data };
  }),
  takingFormChecks("workout.submit-session", (payload) => {
    const { data } = payloads["workout.submit-session"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.submit-session", payload: data };
  }),
  typeOf("workout.correct-session", (payload) => {
    const { data } = payloads["workout.correct-session"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.correct-session", payload: data };
  }),
  typeOf("workout.discard-session", (payload) => {
    const { data } = payloads["workout.discard-session"].safeParse(payload);
    return data === undefined ? null : { kind: "workout.discard-session", payload: data };
  }),
]);

function typeOf(
  operationType: WorkoutOperationType,
  read: (payload: unknown) => WorkoutIntent | null,
): [string, OperationType<WorkoutIntent>] {
  return [operationType, sessionOperation(operationType, read)];
}

/** Recordings of how it was done may ride along, and come later. */
function takingFormChecks(
  operationType: WorkoutOperationType,
  read: (payload: unknown) => WorkoutIntent | null,
): [string, OperationType<WorkoutIntent>] {
  return [operationType, { ...sessionOperation(operationType, read), attachments: FORM_CHECKS }];
}

/** Sets that a payload holds; of one that nobody checked yet. */
function countSets(payload: unknown): number {
  if (typeof payload !== "object" || payload === null || !("sets" in payload)) return 0;
  return Array.isArray(payload.sets) ? payload.sets.length : 0;
}
