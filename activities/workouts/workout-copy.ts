import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { taskRefetch } from "../../rules/quick-log/judge-task.ts";
import { waitForDay } from "../../rules/agenda/calendar/judge-unopened-day.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";
import { refuse, type Accepted, type Decision, type Refused } from "../../rules/sync/decision.ts";
import { conflictRefetch } from "../../rules/workouts/conflicts/conflict-refetch.ts";
import { explainRefusal } from "../../rules/workouts/conflicts/explain-refusal.ts";
import { decideSession } from "../../rules/workouts/decide-session.ts";
import { moveTask } from "../../rules/workouts/move-task.ts";
import type { SessionRefusal, SessionView } from "../../rules/workouts/session-outcome.ts";
import type {
  IssuedPackage,
  SessionMoment,
  WorkoutSession,
} from "../../rules/workouts/workout-session.ts";
import type { TaskBoard } from "../quick-log/task-board.ts";
import type { AdmissionScope, ReadyOperation, WorkingCopy } from "../sync/operation-feature.ts";
import { type NotedRefusal, draftConflicts } from "./conflicts/draft-conflicts.ts";
import { needsAnotherPackage } from "./needs-another-package.ts";
import type { LoadedSessions } from "./loaded-sessions.ts";
import { workoutWrites } from "./workout-writes.ts";

/** The sessions of a batch as its operations leave them; tasks change on the board that all operations share. */
export function workoutCopy(
  scope: AdmissionScope,
  tasks: TaskBoard,
  loaded: LoadedSessions,
): WorkingCopy<WorkoutIntent> {
  const before = new Map(loaded.sessions.map((session) => [session.clientSessionId, session]));
  const sessions = new Map(before);
  const conflicts = draftConflicts(scope, loaded.conflicts);
  return {
    decide(operation) {
      const { intent } = operation;
      const view = viewOf(intent);
      const { pack, task } = view;
      const waits = pack && task === undefined ? refuseAbsent(intent, pack) : null;
      if (waits !== null) return waits;
      const moment = momentOf(scope, operation);
      const outcome = decideSession(view, intent, { moment, newId: newId() });
      if (outcome.kind === "REFUSED") {
        const noted = pack && conflicts.note(operation, { ...outcome, pack, view });
        const explained = explainRefusal(outcome, view, scope.lineageId);
        const refused = { ...refusedBy(outcome, task), ...explained };
        return noted ? inConflict(refused, noted) : refused;
      }
      const { session, move } = outcome;
      sessions.set(session.clientSessionId, session);
      conflicts.settle(operation);
      const moved = move === null ? undefined : tasks.find(move.taskId);
      if (moved !== undefined && move !== null)
        tasks.turn(operation, moveTask(moved, move, moment));
      return accepted(intent, { session, task: tasks.find((moved ?? task)?.task.id ?? "") });
    },
    writes() {
      const changed = [...sessions].flatMap(([id, session]) =>
        before.get(id) === session ? [] : [session],
      );
      return workoutWrites(scope, changed, conflicts);
    },
  };

  function refuseAbsent(intent: WorkoutIntent, pack: IssuedPackage): Refused | null {
    if (!movesItsTask(intent)) return null;
    const withheld = tasks.withheld(intent.payload.taskId);
    // Once its day has closed, the task will never be shown: the session is stored without it.
    return refuseEarly(scope, pack) ?? (withheld?.code === "TASK_WITHHELD" ? withheld : null);
  }

  function viewOf({ kind, payload }: WorkoutIntent): SessionView {
    const { taskId, packageId, clientSessionId } = payload;
    const pack = loaded.packages.get(packageId);
    const workouts = loaded.workoutIds.flatMap((id) => tasks.find(id) ?? []);
    const task = tasks.find(taskId);
    return {
      session: sessions.get(clientSessionId),
      pack,
      task,
      // Only a submit needs this label, and computing it is expensive.
      isRenewed: kind === "workout.submit-session" && needsAnotherPackage(task, pack),
      dayTasks: workouts.filter((other) => other.task.localDate === pack?.localDate),
      others: [...sessions.values()].filter(
        (other) => other.taskId === taskId && other.clientSessionId !== clientSessionId,
      ),
      refusedFor: conflicts.refusedFor(clientSessionId),
    };
  }
}

type SessionOperation = ReadyOperation<WorkoutIntent>;

/**
 * An operation that starts or ends a task waits until its day is opened, at any distance: the task of an issued
 * package will exist. A draft may be stored before.
 */
function refuseEarly(scope: AdmissionScope, { localDate }: IssuedPackage): Refused | null {
  const wait = waitForDay(localDate, scope, scope.now);
  return wait === null ? null : { ...refuse("DAY_NOT_OPEN"), ...wait };
}

const movesItsTask = ({ kind }: WorkoutIntent) =>
  kind === "workout.start-session" || kind === "workout.submit-session";

function momentOf(
  { lineageId, now, timezone }: AdmissionScope,
  { receiptId, time, clientRecordedAt }: SessionOperation,
): SessionMoment {
  const offsetMs = Date.parse(clientRecordedAt) - time.at.getTime();
  // A time before the relationship proves nothing, so it is dropped.
  const recordedAt = time.flags.includes("BEFORE_RELATIONSHIP") ? null : time.at;
  return { lineageId, receiptId, now, recordedAt, offsetMs, timezone };
}

function refusedBy(
  { code, pointer, fault, latestRevision }: SessionRefusal,
  task: TaskState | undefined,
): Refused {
  const hints: RefetchHint[] = task === undefined ? [] : [taskRefetch(task, "STALE")];
  return {
    ...refuse(code),
    ...(latestRevision !== undefined && { latestRevision }),
    ...(pointer !== undefined && { pointer }),
    ...(fault !== undefined && { fault }),
    refetch: hints,
  };
}

/** The conflict keeps the payload, and the device learns where to read it. */
function inConflict(refused: Refused, { conflictId }: NotedRefusal): Refused {
  const hints = conflictId === null ? [] : [conflictRefetch(conflictId)];
  return { ...refused, refetch: [...refused.refetch, ...hints], keptByFeature: true };
}

function accepted(
  { payload }: WorkoutIntent,
  { session, task }: { readonly session: WorkoutSession; readonly task: TaskState | undefined },
): Decision {
  const { id, clientRevision } = session;
  const made: Accepted = {
    accepted: true,
    revision: clientRevision,
    canonicalRecordId: id,
    canonicalIds: [
      { localId: payload.clientSessionId, canonicalId: id, entityType: "workout_session" },
    ],
    refetch: task === undefined ? [] : [taskRefetch(task, "CHANGED")],
  };
  return made;
}
