import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { dateOfComputedId } from "../../contract/agenda/task-id.ts";
import type { LoggedIntent } from "../../contract/quick-log/schema.ts";
import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import type { QueryExecutor, Statement } from "../../db/pipeline.ts";
import { loadConflicts } from "../../db/workouts/conflicts/load-conflicts.ts";
import {
  loadPackages,
  loadSessions,
  type NamedDrafts,
} from "../../db/workouts/sessions/load-sessions.ts";
import {
  listSessionTransitions,
  type SessionTransition,
} from "../../db/workouts/sessions/list-session-transitions.ts";
import type { IssuedPackage } from "../../rules/workouts/workout-session.ts";
import {
  listQuickLogEvents,
  loadTaskCopy,
  quickLogFeature,
} from "../quick-log/quick-log-feature.ts";
import type { QuickLogCopy } from "../quick-log/quick-log-copy.ts";
import type {
  LoadedRows,
  NamedOperation,
  OperationFeature,
  OperationType,
  ReadyOperation,
  ReceiptEvent,
  WorkingCopy,
  Writes,
} from "../sync/operation-feature.ts";
import { workoutCopy } from "./workout-copy.ts";
import { workoutTypes } from "./workout-types.ts";

/** The intents on tasks of a day: logged with a tap, or trained. */
export type DayIntent = LoggedIntent | WorkoutIntent;

/**
 * Quick-log's operations and those on sessions as one feature of sync. They act on the same tasks, so a batch of both
 * is decided in the order sent, on one working copy (docs/rooms/sync.md#flow). A batch without sessions costs nothing
 * extra.
 */
export const clientDayOperations: OperationFeature<DayIntent> = {
  operationTypes: new Map<string, OperationType<DayIntent>>([
    ...quickLogFeature.operationTypes,
    ...workoutTypes,
  ]),
  load: loadDay,
  listEvents: listDayEvents,
};

/**
 * Lists the events of accepted operations for the feed: those of quick-log, and changes of tasks by sessions, except
 * the end of a task.
 */
async function listDayEvents(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly ReceiptEvent[]> {
  const logged = await listQuickLogEvents(em, batchIds);
  const turns = await listSessionTransitions(em, batchIds);
  return [...logged, ...turns.map(statusChanged)];
}

function statusChanged({ receiptId, relationshipId, taskId }: SessionTransition): ReceiptEvent {
  const refs = { relationshipId, taskId, receiptId };
  return { type: "DailyTaskStatusChanged", subjectId: taskId, receiptId, version: 0, refs };
}

const NOTHING = { packages: new Map<string, IssuedPackage>(), sessions: [], conflicts: [] };

function loadDay(
  relationshipId: string,
  operations: readonly NamedOperation<DayIntent>[],
): Statement<LoadedRows<DayIntent>> {
  const named = namedDrafts(operations.filter(isNamedWorkout));
  const { taskIds } = named;
  const workoutDates = [...new Set(taskIds.flatMap((id) => dateOfComputedId(id) ?? []))];
  const logged = operations.filter(isNamedLog);
  const tasks = loadTaskCopy(relationshipId, logged, { taskIds, workoutDates });
  return async (executor) => {
    const [loaded, rows] = await Promise.all([
      tasks(executor),
      taskIds.length === 0 ? NOTHING : loadNamed(executor, relationshipId, named),
    ]);
    const sessions = { ...rows, workoutIds: loaded.workoutIds };
    return {
      copy: (scope, ready) => async (next) => {
        const copy = await loaded.copy(scope, ready.filter(isLog))(next);
        return dayCopy(copy, workoutCopy(scope, copy.tasks, sessions));
      },
    };
  };
}

async function loadNamed(executor: QueryExecutor, relationshipId: string, named: NamedDrafts) {
  const [packages, sessions, conflicts] = await Promise.all([
    loadPackages(executor, relationshipId, named),
    loadSessions(executor, relationshipId, named),
    loadConflicts(executor, relationshipId, named),
  ]);
  return { packages, sessions, conflicts };
}

function dayCopy(
  logged: QuickLogCopy,
  trained: WorkingCopy<WorkoutIntent>,
): WorkingCopy<DayIntent> {
  return {
    decide(operation) {
      if (isLog(operation)) return logged.decide(operation);
      if (isWorkout(operation)) return trained.decide(operation);
      throw new Error("An operation is neither a log nor of a session");
    },
    writes: () => together(logged.writes(), trained.writes()),
  };
}

function together(one: Writes, other: Writes): Writes {
  return {
    statements: [...one.statements, ...other.statements],
    changes: { ...one.changes, ...other.changes },
    events: [...one.events, ...other.events],
  };
}

function namedDrafts(operations: readonly NamedOperation<WorkoutIntent>[]): NamedDrafts {
  const each = (of: (payload: WorkoutIntent["payload"]) => string) =>
    [...new Set(operations.map(({ intent }) => of(intent.payload)))].toSorted();
  return {
    packageIds: each(({ packageId }) => packageId),
    clientSessionIds: each(({ clientSessionId }) => clientSessionId),
    taskIds: each(({ taskId }) => taskId),
    resubmits: operations.some(({ inPlaceOf }) => inPlaceOf.length > 0),
  };
}

const isSession = (intent: DayIntent): intent is WorkoutIntent => "kind" in intent;

function isNamedWorkout(
  operation: NamedOperation<DayIntent>,
): operation is NamedOperation<WorkoutIntent> {
  return isSession(operation.intent);
}

function isNamedLog(
  operation: NamedOperation<DayIntent>,
): operation is NamedOperation<LoggedIntent> {
  return !isSession(operation.intent);
}

function isWorkout(
  operation: ReadyOperation<DayIntent>,
): operation is ReadyOperation<WorkoutIntent> {
  return isSession(operation.intent);
}

function isLog(operation: ReadyOperation<DayIntent>): operation is ReadyOperation<LoggedIntent> {
  return !isSession(operation.intent);
}
