import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { taskId } from "../../../contract/agenda/task-id.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { snapshotChecksum } from "../../../contract/workouts/snapshot-checksum.ts";
import {
  workoutSnapshotSchema,
  type WorkoutSnapshotContent,
} from "../../../contract/workouts/package-schema.ts";
import type { LoggedSet, WorkoutOperationType } from "../../../contract/workouts/session-schema.ts";
import { json } from "../../../db/platform/statements/sql-parts.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { tables } from "../../../db/tables.ts";
import { actionSchemaOf, BARE_TASK } from "../../../rules/agenda/actions/action-schema.ts";
import { sha256 } from "../../../rules/sha256.ts";
import type { PackedContent } from "../../../rules/workouts/packed-content.ts";
import { putTaskLike } from "../quick-log/structured-task.ts";
import { queued, type BuiltScope } from "../sync/sync.ts";

/** A workout as a phone downloaded it. */
export interface BuiltWorkout {
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly snapshotChecksum: string;
  readonly assignmentId: string;
  readonly localDate: string;
}

/** Squats by weight, with exertion required and an alternative; pull-ups; a plank that may not be skipped; a run. */
export const LEG_DAY: WorkoutSnapshotContent = workoutSnapshotSchema.parse({
  skipPolicy: "ALLOWED",
  day: {
    dayNumber: 1,
    title: "Legs",
    exercises: [
      {
        exerciseKey: "squat",
        exerciseId: "0190a000-0000-7000-8000-000000000001",
        name: "Squat",
        sets: [{ repetitions: 5 }],
        asksRpe: true,
        alternatives: [{ alternativeKey: "press", name: "Leg press" }],
      },
      {
        exerciseKey: "pull",
        name: "Pull-up",
        sets: [{ repetitions: 8 }],
        modality: "REPS",
        skipPolicy: "WITH_REASON",
      },
      {
        exerciseKey: "plank",
        name: "Plank",
        sets: [{ seconds: 60 }],
        modality: "SECONDS",
        skipPolicy: "NOT_ALLOWED",
      },
      { exerciseKey: "run", name: "Run", sets: [{ seconds: 600 }], modality: "METRES_SECONDS" },
    ],
  },
});

/** Changes of the default workout. */
export interface WorkoutChanges {
  readonly snapshot?: WorkoutSnapshotContent;
  /** Each task of the day has a key. */
  readonly sourceKey?: string;
  /** Columns of its task; null for a day without the task. */
  readonly task?: Readonly<Record<string, unknown>> | null;
  readonly localDate?: string;
  readonly expiresAt?: Date;
  readonly supersededAt?: Date | null;
  readonly stopUse?: boolean;
}

/** Adds a workout task to the day, and the package of it that a phone downloaded. */
export async function putWorkout(
  em: SqlEntityManager,
  scope: Pick<BuiltScope, "workspaceId" | "relationshipId" | "agenda" | "timezone">,
  changes: WorkoutChanges = {},
): Promise<BuiltWorkout> {
  const { relationshipId, agenda } = scope;
  const { localDate = agenda.localDate, sourceKey = newId(), task = {} } = changes;
  const key = { relationshipId, localDate, taskKind: "WORKOUT", sourceKey } as const;
  const id = await taskId(key, sha256);
  if (task !== null)
    await putTaskLike(em, agenda.habit, {
      id,
      source_key: sourceKey,
      task_kind: "WORKOUT",
      source_context: "PROGRAMS",
      action_schema: actionSchemaOf("WORKOUT", BARE_TASK),
      ...task,
    });
  return await putPackage(em, scope, { ...changes, taskId: id, localDate });
}

/** Content that does not affect the judgement of sessions. */
const UNSAID: PackedContent = {
  canStartOffline: true,
  requiresRefreshBeforeStart: false,
  workoutTask: {
    title: "Legs",
    instructions: null,
    planId: newId(),
    source: { context: "PROGRAMS", type: "PLAN_ASSIGNMENT", id: newId() },
    programDay: 0,
    priority: 0,
    timeCritical: false,
    startsAt: null,
    dueAt: null,
  },
  inputSchema: [],
  approvedAlternatives: [],
  previousSessionHints: [],
};

/** Adds another package of a task. */
export async function putPackage(
  em: SqlEntityManager,
  {
    workspaceId,
    relationshipId,
    timezone,
  }: Pick<BuiltScope, "workspaceId" | "relationshipId" | "timezone">,
  changes: WorkoutChanges & {
    readonly taskId: string;
    readonly localDate: string;
    readonly assignmentId?: string;
  },
): Promise<BuiltWorkout> {
  const { snapshot = LEG_DAY, supersededAt = null, stopUse = false } = changes;
  const { expiresAt = new Date(Date.now() + 2 * 86_400_000), assignmentId = newId() } = changes;
  const checksum = await snapshotChecksum(snapshot, sha256);
  const packageId = newId();
  const packageChecksum = `sha-256:${packageId.replaceAll("-", "").repeat(2)}`;
  const { localDate } = changes;
  const createdAt = new Date();
  const db = tables(em.fork());
  await db
    .insertInto("workoutSnapshot")
    .values({ workspaceId, checksum, content: json(snapshot), createdAt })
    .onConflict((known) => known.doNothing())
    .execute();
  await db
    .insertInto("workoutPackage")
    .values({
      id: packageId,
      workspaceId,
      relationshipId,
      taskId: changes.taskId,
      localDate,
      timezone,
      assignmentId,
      programDay: snapshot.day.dayNumber,
      sourceRevision: 1,
      snapshotChecksum: checksum,
      packageChecksum,
      content: json(UNSAID),
      expiresAt,
      supersededAt,
      stopUse,
      createdAt,
    })
    .execute();
  return {
    taskId: changes.taskId,
    packageId,
    packageChecksum,
    snapshotChecksum: checksum,
    assignmentId,
    localDate,
  };
}

/** A completed set of squats. */
export function squats(setKey: string, value = 100, changes: Partial<LoggedSet> = {}): LoggedSet {
  const values = { weight: { value, unit: "kg" as const }, reps: 5, rpe: 8 };
  return {
    setKey,
    exerciseKey: "squat",
    values,
    completed: true,
    source: "EXPLICIT_TAP",
    ...changes,
  };
}

/** A draft of a workout on a phone: its operations as they are queued, each at the next revision. */
export interface Draft {
  readonly clientSessionId: string;
  op(
    type: WorkoutOperationType,
    more?: Readonly<Record<string, unknown>>,
    changes?: Partial<Operation>,
  ): Operation;
  start(more?: Readonly<Record<string, unknown>>): Operation;
  sets(sets: readonly LoggedSet[], more?: Readonly<Record<string, unknown>>): Operation;
  submit(
    sets?: readonly LoggedSet[],
    more?: Readonly<Record<string, unknown>>,
    changes?: Partial<Operation>,
  ): Operation;
}

/**
 * A new draft of a workout.
 * @param clientSessionId of an existing draft.
 */
export function draftOf(workout: BuiltWorkout, clientSessionId: string = newId()): Draft {
  let revision = 0;
  const { taskId: task, packageId, packageChecksum } = workout;
  const op: Draft["op"] = (type, more = {}, changes = {}) => {
    revision += 1;
    const named = {
      clientSessionId,
      clientRevision: revision,
      taskId: task,
      packageId,
      packageChecksum,
    };
    const at = new Date().toISOString();
    return queued(type, { ...named, ...more }, { clientRecordedAt: at, ...changes });
  };
  return {
    clientSessionId,
    op,
    start: (more = {}) =>
      op("workout.start-session", { startedAt: new Date().toISOString(), ...more }),
    sets: (sets, more = {}) => op("workout.upsert-set", { sets, ...more }),
    submit: (sets = [squats("one")], more = {}, changes = {}) => {
      const session = {
        frozenRevision: revision + 1,
        startedAt: new Date(Date.now() - 60_000).toISOString(),
        finishedAt: new Date().toISOString(),
        exercises: [],
        sets,
        ...more,
      };
      return op("workout.submit-session", session, changes);
    },
  };
}
