import type {
  ApprovedAlternative,
  OfflinePackage,
  PreviousSessionHint,
  WorkoutSnapshotContent,
} from "../../contract/workouts/package-schema.ts";
import type { AgendaTask } from "../agenda/agenda-task.ts";
import { offerEndsAt } from "./offer-ends-at.ts";
import { type PackedContent, type ShownThumbnails, withThumbnails } from "./packed-content.ts";
import { setInputsOf } from "./set-inputs.ts";

/** A packed workout, before its checksums. */
export interface PackedWorkout {
  readonly taskId: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly assignmentId: string;
  readonly programDay: number;
  readonly sourceRevision: number;
  readonly expiresAt: Date;
  readonly snapshot: WorkoutSnapshotContent;
  readonly content: PackedContent;
}

/** The fields of a task that its package shows, whether the task exists or is planned. */
export type PackableTask = Pick<
  AgendaTask,
  | "id"
  | "relationshipId"
  | "localDate"
  | "timezone"
  | "sourceContext"
  | "sourceType"
  | "sourceId"
  | "sourceRevision"
  | "priority"
  | "timeCritical"
  | "startsAt"
  | "dueAt"
  | "snapshot"
>;

/** The contents of a package apart from its task. */
export interface PackedWith {
  readonly snapshot: WorkoutSnapshotContent;
  readonly policy: {
    readonly canStartOffline: boolean;
    readonly requiresRefreshBeforeStart: boolean;
  };
  readonly hints: readonly PreviousSessionHint[];
  readonly shown: ShownThumbnails;
}

/** Packs the workout of a task (docs/rooms/workouts.md#packages). @throws RangeError for a task of another kind. */
export function packWorkout(task: PackableTask, packed: PackedWith): PackedWorkout {
  const { id: taskId, relationshipId, localDate, timezone, sourceId, sourceRevision } = task;
  const { snapshot, policy, hints, shown } = packed;
  const { planId, title, instructions, programDay } = task.snapshot;
  if (planId === null || programDay === undefined)
    throw new RangeError("The task does not belong to a program");
  const { canStartOffline, requiresRefreshBeforeStart } = policy;
  const workoutTask = {
    title,
    instructions,
    planId,
    source: { context: task.sourceContext, type: task.sourceType, id: sourceId },
    programDay,
    priority: task.priority,
    timeCritical: task.timeCritical,
    startsAt: task.startsAt?.toISOString() ?? null,
    dueAt: task.dueAt?.toISOString() ?? null,
  };
  const content = {
    canStartOffline,
    requiresRefreshBeforeStart,
    workoutTask,
    inputSchema: setInputsOf(snapshot.day),
    approvedAlternatives: alternativesOf(snapshot),
    previousSessionHints: hints,
  };
  return {
    taskId,
    relationshipId,
    localDate,
    timezone,
    assignmentId: sourceId,
    programDay,
    sourceRevision,
    expiresAt: offerEndsAt(localDate, timezone),
    snapshot,
    content: withThumbnails(content, snapshot, shown),
  };
}

/** The text that a package's checksum covers: everything sent to a device except its id and the checksum. */
export function packageText(
  workout: PackedWorkout,
  snapshotChecksum: string,
): Omit<OfflinePackage, "packageId" | "packageChecksum"> {
  const { taskId, relationshipId, localDate, timezone, sourceRevision, snapshot } = workout;
  const { canStartOffline, requiresRefreshBeforeStart, ...content } = workout.content;
  const expiresAt = workout.expiresAt.toISOString();
  return {
    relationshipId,
    taskId,
    localDate,
    timezone,
    snapshotChecksum,
    sourceRevision,
    cachePolicy: { expiresAt, canStartOffline, requiresRefreshBeforeStart },
    workoutSnapshot: snapshot,
    ...content,
  };
}

function alternativesOf({ day }: WorkoutSnapshotContent): readonly ApprovedAlternative[] {
  return day.exercises.flatMap(({ exerciseKey, alternatives }) =>
    alternatives.map((alternative) => ({ exerciseKey, ...alternative })),
  );
}
