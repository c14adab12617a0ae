import { payloadChecksum } from "../../contract/canonical-form.ts";
import { taskId } from "../../contract/agenda/task-id.ts";
import { packagePolicySchema } from "../../contract/plans/program-schema.ts";
import { snapshotChecksum } from "../../contract/workouts/snapshot-checksum.ts";
import {
  type PreviousSessionHint,
  type WorkoutSnapshotContent,
  workoutSnapshotSchema,
} from "../../contract/workouts/package-schema.ts";
import { lockThumbnails } from "../../db/exercises/thumbnails/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import {
  listNextWorkouts,
  listOpenWorkouts,
  type NextWorkout,
  type OpenWorkout,
} from "../../db/workouts/list-open-workouts.ts";
import type { NewPackage } from "../../db/workouts/packages.ts";
import {
  listPreviousResults,
  type PreviousResult,
} from "../../db/workouts/list-previous-results.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { materialiseTask, sourceKeyOf } from "../../rules/plans/materialise-task.ts";
import { libraryExercises, type ShownThumbnails } from "../../rules/workouts/packed-content.ts";
import { packageText, type PackedWith, packWorkout } from "../../rules/workouts/packed-workout.ts";
import { identityOf } from "../../rules/workouts/session-results.ts";
import { digestOfIds } from "../agenda/calendar/planned-task.ts";

/**
 * Builds the packages that relationships may take offline (docs/rooms/workouts.md#packages). These are the open
 * workouts of their present local days, and the next workout of a running program, whose task id is known in advance.
 * The number of statements does not depend on the number of relationships. The caller holds the scopes' locks.
 */
export async function packWorkouts(
  tx: Tx,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly NewPackage[]> {
  const open = await listOpenWorkouts(tx, relationshipIds);
  const next = await listNextWorkouts(tx, relationshipIds);
  const results = await listPreviousResults(tx, relationshipIds);
  const byRelationship = Map.groupBy(results, ({ relationshipId }) => relationshipId);
  const tasks = [...open, ...(await Promise.all(next.map((each) => asTask(each, now))))];
  const workouts = tasks.map((workout) => ({ workout, snapshot: snapshotOf(workout) }));
  const shown = await listShown(
    tx,
    workouts.map(({ snapshot }) => snapshot),
  );
  return await Promise.all(
    workouts.map(({ workout, snapshot }) => {
      const hints = hintsOf(snapshot, byRelationship.get(workout.relationshipId) ?? []);
      return packed(workout, { snapshot, hints, shown });
    }),
  );
}

/** The pictures of all exercises in the workouts, locked against changes; no query without exercises. */
export async function listShown(
  tx: Tx,
  snapshots: readonly WorkoutSnapshotContent[],
): Promise<ShownThumbnails> {
  const exerciseIds = [...new Set(snapshots.flatMap(libraryExercises))];
  return exerciseIds.length === 0 ? new Map() : await lockThumbnails(tx, exerciseIds);
}

/** A future workout as the task that will be created for it. */
async function asTask(next: NextWorkout, now: Date): Promise<OpenWorkout> {
  const { workspaceId, relationshipId, localDate, timezone, content } = next;
  const taskKind = "WORKOUT" as const;
  const key = { relationshipId, localDate, taskKind, sourceKey: sourceKeyOf(next) };
  const moment = {
    localDate,
    now,
    taskKind,
    taskId: await taskId(key, digestOfIds),
    itemIds: [],
    formAssignmentId: "",
  };
  const owner = { workspaceId, relationshipId, timezone };
  return { ...materialiseTask(next, owner, moment), program: content };
}

/** Stored content lacks fields that were added later; the schema supplies their defaults. */
function snapshotOf({ program: { skipPolicy }, snapshot: { day } }: OpenWorkout) {
  return workoutSnapshotSchema.parse({ skipPolicy, day });
}

async function packed(
  workout: OpenWorkout,
  { snapshot, ...more }: Omit<PackedWith, "policy">,
): Promise<NewPackage> {
  const { program, workspaceId } = workout;
  const policy = packagePolicySchema.parse(program.packagePolicy ?? {});
  const pack = packWorkout(workout, { snapshot, policy, ...more });
  const checksum = await snapshotChecksum(snapshot, digestOfIds);
  const packageChecksum = await payloadChecksum(packageText(pack, checksum), digestOfIds);
  return { ...pack, id: newId(), workspaceId, snapshotChecksum: checksum, packageChecksum };
}

/** The last result of each exercise, in any program and under any key. */
function hintsOf(
  { day }: WorkoutSnapshotContent,
  results: readonly PreviousResult[],
): readonly PreviousSessionHint[] {
  const last = new Map(results.map((result) => [result.identity, result]));
  return day.exercises.flatMap((exercise) => {
    const result = last.get(identityOf(exercise));
    if (result === undefined) return [];
    const { localDate, heaviestGrams, mostRepetitions, estimatedMaximumGrams } = result;
    const { exerciseKey } = exercise;
    return [{ exerciseKey, localDate, heaviestGrams, mostRepetitions, estimatedMaximumGrams }];
  });
}
