import type { WorkoutIntent } from "../../../contract/workouts/session-schema.ts";
import type { TaskState } from "../../../rules/quick-log/types.ts";
import { decideSession } from "../../../rules/workouts/decide-session.ts";
import type { SessionView } from "../../../rules/workouts/session-outcome.ts";
import type { IssuedPackage, WorkoutSession } from "../../../rules/workouts/workout-session.ts";
import type { WorkoutPrediction } from "../outcome-types.ts";
import type { StoredPackage } from "../packages/verify-package.ts";
import type { OpenDraft } from "./workout-drafts.ts";

/**
 * Decides an act by the server's own rule (docs/rooms/workouts.md#operations). It finds wrong inputs, missing ones and
 * wrong measures. An accepted act is LIKELY only if the device knows the current task and package. Other phones and the
 * coach may have acted since.
 */
export function predictAct(intent: WorkoutIntent, facts: PredictionFacts): WorkoutPrediction {
  const { pack, task, isOffered, now } = facts;
  const view: SessionView = {
    session: sessionOf(facts),
    pack: issuedPackage(pack),
    task: task ?? undefined,
    isRenewed: false,
    dayTasks: task === null ? [] : [task],
    others: [],
    refusedFor: null,
  };
  const moment = {
    lineageId: THIS_DEVICE,
    receiptId: "",
    now,
    recordedAt: now,
    offsetMs: 0,
    timezone: pack.timezone,
  };
  try {
    const outcome = decideSession(view, intent, { moment, newId: "" });
    if (outcome.kind === "REFUSED")
      return { kind: "REFUSED", code: outcome.code, pointer: outcome.pointer ?? null };
  } catch {
    // The rule trusts the payload, because only the server validates it.
    return { kind: "UNSURE" };
  }
  const isCorrection = intent.kind === "workout.correct-session";
  return task === null || !isOffered || isCorrection ? { kind: "UNSURE" } : { kind: "LIKELY" };
}

/** The facts that this device knows about an act. */
export interface PredictionFacts {
  readonly pack: StoredPackage;
  /** Null before the start. */
  readonly draft: OpenDraft | null;
  readonly isSubmitted: boolean;
  /** The task with all waiting operations; null if the device does not know it. */
  readonly task: TaskState | null;
  /** Whether the server offered this package when packages were read last. */
  readonly isOffered: boolean;
  readonly now: Date;
}

/** Placeholder for the lineage of this device, which only the server knows. */
const THIS_DEVICE = "this-device";

function issuedPackage(pack: StoredPackage): IssuedPackage {
  const { workoutTask } = pack;
  return {
    id: pack.packageId,
    taskId: pack.taskId,
    localDate: pack.localDate,
    assignmentId: workoutTask.source.id,
    programDay: workoutTask.programDay,
    packageChecksum: pack.packageChecksum,
    snapshotChecksum: pack.snapshotChecksum,
    isCurrent: true,
    // Only a start is judged by it, and the start policy judged it before.
    expiresAt: FAR_AWAY,
    supersededAt: null,
    stopUse: false,
    snapshot: pack.workoutSnapshot,
  };
}

/** The end of the correction window is known to the server only. */
const FAR_AWAY = new Date(8_640_000_000_000_000);

function sessionOf({ draft, pack, isSubmitted, now }: PredictionFacts): WorkoutSession | undefined {
  if (draft === null) return undefined;
  const { body, revision } = draft;
  const {
    id: packageId,
    taskId,
    snapshotChecksum,
    assignmentId,
    programDay,
    localDate,
  } = issuedPackage(pack);
  return {
    id: draft.id,
    clientSessionId: draft.id,
    lineageId: THIS_DEVICE,
    packageId,
    taskId,
    snapshotChecksum,
    assignmentId,
    programDay,
    localDate,
    creditedTaskId: null,
    status: isSubmitted ? "SUBMITTED" : "IN_PROGRESS",
    clientRevision: revision,
    frozenRevision: isSubmitted ? body.frozenRevision : null,
    performedFrom: null,
    startedAt: new Date(body.startedAt),
    finishedAt: null,
    acceptedAt: null,
    correctableUntil: isSubmitted ? FAR_AWAY : null,
    reviewedAt: null,
    changedAfterReviewAt: null,
    overtookSkip: false,
    submittedReceiptId: null,
    changedReceiptId: "",
    changedAt: now,
    content: body.content,
  };
}
