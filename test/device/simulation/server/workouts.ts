import type { Operation } from "../../../../contract/sync/schema.ts";
import type { OfflinePackage } from "../../../../contract/workouts/package-schema.ts";
import {
  WORKOUT_PAYLOADS,
  type WorkoutIntent,
} from "../../../../contract/workouts/session-schema.ts";
import type { HttpAnswer } from "../../../../device/ports/http.ts";
import { taskRefetch } from "../../../../rules/quick-log/judge-task.ts";
import { type Decision, refuse } from "../../../../rules/sync/decision.ts";
import { conflictRefetch } from "../../../../rules/workouts/conflicts/conflict-refetch.ts";
import { decideSession } from "../../../../rules/workouts/decide-session.ts";
import { moveTask } from "../../../../rules/workouts/move-task.ts";
import type { SessionView } from "../../../../rules/workouts/session-outcome.ts";
import type { IssuedPackage } from "../../../../rules/workouts/workout-session.ts";
import { problem } from "../../../factories/device/fake-api.ts";
import { packageBy, POLICY } from "../../../factories/device/fake-workouts.ts";
import { noteConflict, refusedFor } from "./conflicts.ts";
import type { Caller, ModelServer } from "./model-server.ts";
import { nodeDigest } from "../node-crypto.ts";
import { cursorOf, success } from "./success.ts";
import { digestOf } from "./tasks.ts";
import type { Judging, Relationship } from "./types.ts";

/** Answers requests about packages of workouts. */
export async function answerWorkouts(
  { server, person }: Caller,
  path: string,
): Promise<HttpAnswer> {
  const relationship = server.relationshipOf(person);
  if (relationship === undefined) return problem({ code: "NOT_FOUND" });
  await layPackages(server, relationship);
  // Without changes between two cursors, a device reads the manifest.
  if (path.endsWith("/offline-delta")) return problem({ code: "CURSOR_EXPIRED" });
  if (path.endsWith("/offline-manifest"))
    return success(server, {
      timezone: "UTC",
      packages: [...relationship.packages.values()],
      nextCursor: cursorOf(server, relationship),
    });
  const pack = relationship.packages.get(path.split("/")[5] ?? "");
  return pack === undefined || !path.endsWith("/offline-package")
    ? problem({ code: "NOT_FOUND" })
    : success(server, { package: pack });
}

/** Packs the workouts that have no package yet. */
export async function layPackages(
  { uuid }: ModelServer,
  { id: relationshipId, tasks, packages }: Relationship,
): Promise<void> {
  for (const { planned } of tasks.values()) {
    const { id: taskId, localDate, taskKind } = planned;
    if (taskKind !== "WORKOUT" || packages.has(taskId)) continue;
    const expiresAt = new Date(Date.parse(localDate) + TWO_DAYS_MS).toISOString();
    const cachePolicy = { ...POLICY, expiresAt };
    const facts = { packageId: uuid(), relationshipId, taskId, localDate, timezone: "UTC" };
    const pack = await packageBy(nodeDigest, { ...facts, cachePolicy });
    if (!packages.has(taskId)) packages.set(taskId, pack);
  }
}

const TWO_DAYS_MS = 2 * 86_400_000;

/** The digest of the slice with the packages. */
export function packagesDigest({ packages }: Relationship): string {
  return digestOf(
    [...packages.values()].map(({ packageId, packageChecksum }) => [packageId, packageChecksum]),
  );
}

/** Decides an operation on a session by the product's own rule. */
export function judgeWorkout(
  relationship: Relationship,
  { clientOperationId, operationType: kind, payload, clientRecordedAt }: WorkoutOperation,
  judging: Judging,
): Decision {
  const { receiptId, lineageId, now } = judging;
  const intent = { kind, payload };
  if (!isIntent(intent)) return refuse("PAYLOAD_INVALID");
  const recordedAt = new Date(clientRecordedAt);
  const moment = { receiptId, lineageId, now, recordedAt, offsetMs: 0, timezone: "UTC" };
  const outcome = decideSession(viewOf(relationship, intent), intent, { moment, newId: receiptId });
  if (outcome.kind === "REFUSED") {
    const { code, pointer, latestRevision = null } = outcome;
    const conflict = noteConflict(
      relationship,
      { intent, operationId: clientOperationId, code },
      judging,
    );
    const task = relationship.tasks.get(intent.payload.taskId)?.state;
    const refetch = [
      ...(task === undefined ? [] : [taskRefetch(task, "STALE")]),
      ...(conflict === null ? [] : [conflictRefetch(conflict.id)]),
    ];
    return { ...refuse(code), latestRevision, refetch, ...(pointer !== undefined && { pointer }) };
  }
  const { session, move } = outcome;
  relationship.sessions.set(session.clientSessionId, session);
  noteConflict(relationship, { intent, operationId: clientOperationId, code: null }, judging);
  const moved = move === null ? undefined : relationship.tasks.get(move.taskId);
  if (moved !== undefined && move !== null) moved.state = moveTask(moved.state, move, moment).next;
  const { id: canonicalId, clientSessionId: localId, clientRevision: revision } = session;
  const canonicalIds = [{ entityType: "workout_session" as const, localId, canonicalId }];
  return { accepted: true, revision, canonicalRecordId: canonicalId, canonicalIds, refetch: [] };
}

type WorkoutOperation = Pick<
  Operation,
  "clientOperationId" | "operationType" | "payload" | "clientRecordedAt"
>;

/**
 * Another phone of the client submits the newest workout.
 *
 * @returns whether it was accepted.
 */
export function submitElsewhere(
  relationship: Relationship,
  { receiptId, now }: { readonly receiptId: string; readonly now: Date },
): boolean {
  const pack = [...relationship.packages.values()].at(-1);
  const task = relationship.tasks.get(pack?.taskId ?? "");
  if (pack === undefined || task === undefined) return false;
  const { packageId, packageChecksum, taskId } = pack;
  const at = now.toISOString();
  const payload = {
    clientSessionId: receiptId,
    clientRevision: 1,
    taskId,
    packageId,
    packageChecksum,
    frozenRevision: 1,
    startedAt: at,
    finishedAt: at,
    confirmed: true,
    note: null,
    exercises: [],
    sets: [SQUATS],
  };
  const before = task.state.task;
  const decision = judgeWorkout(
    relationship,
    {
      clientOperationId: receiptId,
      operationType: "workout.submit-session",
      payload,
      clientRecordedAt: at,
    },
    { receiptId, lineageId: "another-phone", now },
  );
  if (!decision.accepted) return false;
  const { revision, status: taskTo } = task.state.task;
  const effects = { taskFrom: before.status, taskTo, items: [], valueEntryId: null };
  if (revision > before.revision) task.foreign.push({ revision, decidedAt: now, effects });
  return true;
}

const SQUATS = {
  setKey: "squat-0",
  exerciseKey: "squat",
  values: { weight: { value: 50, unit: "kg" }, reps: 5, rpe: 7 },
  completed: true,
  source: "EXPLICIT_TAP",
};

/** A device of this version sends every member, so that the schema adds none. */
function isIntent(intent: {
  readonly kind: string;
  readonly payload: unknown;
}): intent is WorkoutIntent {
  const schema = Object.entries(WORKOUT_PAYLOADS).find(([type]) => type === intent.kind)?.[1];
  return schema?.safeParse(intent.payload).success === true;
}

function viewOf(
  relationship: Relationship,
  { payload: { taskId, packageId, clientSessionId } }: WorkoutIntent,
): SessionView {
  const { sessions, packages, tasks } = relationship;
  const pack = [...packages.values()].find((one) => one.packageId === packageId);
  return {
    session: sessions.get(clientSessionId),
    pack: pack && issued(pack),
    task: tasks.get(taskId)?.state,
    isRenewed: false,
    dayTasks: [...tasks.values()].flatMap(({ planned, state }) =>
      planned.taskKind === "WORKOUT" && planned.localDate === pack?.localDate ? [state] : [],
    ),
    others: [...sessions.values()].filter(
      (other) => other.taskId === taskId && other.clientSessionId !== clientSessionId,
    ),
    refusedFor: refusedFor(relationship, clientSessionId),
  };
}

function issued(pack: OfflinePackage): IssuedPackage {
  const { packageId, taskId, localDate, workoutTask, cachePolicy } = pack;
  const { packageChecksum, snapshotChecksum, workoutSnapshot } = pack;
  return {
    id: packageId,
    taskId,
    localDate,
    assignmentId: workoutTask.source.id,
    programDay: workoutTask.programDay,
    packageChecksum,
    snapshotChecksum,
    isCurrent: true,
    expiresAt: new Date(cachePolicy.expiresAt),
    supersededAt: null,
    stopUse: false,
    snapshot: workoutSnapshot,
  };
}
