import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { LoggedIntent } from "../contract/quick-log/payload-schema.ts";
import type { WorkoutIntent } from "../contract/workouts/session-schema.ts";
import type { Statement } from "../db/platform/pipeline/pipeline.ts";
import { loadTaskCopy } from "./quick-log/load-task-copy.ts";
import { listQuickLogEvents } from "./quick-log/quick-log-events.ts";
import { quickLogTypes } from "./quick-log/quick-log-types.ts";
import type {
  LoadedRows,
  NamedOperation,
  OperationFeature,
  OperationType,
  ReceiptEvent,
  WorkingCopy,
} from "./sync/operation-feature.ts";
import { listSessionEvents, loadSessionCopy } from "./workouts/load-session-copy.ts";
import { workoutTypes } from "./workouts/workout-types.ts";

/**
 * The operations on the tasks of a client's day as one feature of sync: those of quick-log, and those on workout
 * sessions. They act on the same tasks, so a batch of both is decided in the order sent, on one working copy
 * (docs/rooms/sync.md#flow).
 */
export const clientDay: OperationFeature<DayIntent> = {
  operationTypes: new Map<string, OperationType<DayIntent>>([...quickLogTypes, ...workoutTypes]),
  load: loadDay,
  listEvents: listDayEvents,
};

/** The intents on tasks of a day: logged with a tap, or trained. */
export type DayIntent = LoggedIntent | WorkoutIntent;

async function listDayEvents(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly ReceiptEvent[]> {
  const logged = await listQuickLogEvents(em, batchIds);
  return [...logged, ...(await listSessionEvents(em, batchIds))];
}

function loadDay(
  relationshipId: string,
  operations: readonly NamedOperation<DayIntent>[],
): Statement<LoadedRows<DayIntent>> {
  const trained = operations.filter(isTrained);
  const sessions = loadSessionCopy(relationshipId, trained);
  const tasks = loadTaskCopy(relationshipId, operations.filter(isLogged), sessions.tasks);
  return async (executor) => {
    const [loaded, copySessions] = await Promise.all([tasks(executor), sessions.load(executor)]);
    return {
      copy: (scope, ready) => async (next) => {
        const logged = await loaded.copy(scope, ready.filter(isLogged))(next);
        // A batch without sessions is quick-log's alone.
        if (trained.length === 0) return logged;
        return shared(logged, copySessions(scope, logged.tasks, loaded.workoutIds));
      },
    };
  };
}

/** One copy of both, which change the same tasks. */
function shared(
  logged: WorkingCopy<LoggedIntent>,
  sessions: WorkingCopy<WorkoutIntent>,
): WorkingCopy<DayIntent> {
  return {
    decide(operation) {
      if (isTrained(operation)) return sessions.decide(operation);
      if (isLogged(operation)) return logged.decide(operation);
      throw new Error("An operation is neither a log nor of a session");
    },
    writes() {
      const [one, other] = [logged.writes(), sessions.writes()];
      return {
        statements: [...one.statements, ...other.statements],
        changes: { ...one.changes, ...other.changes },
        events: [...one.events, ...other.events],
      };
    },
  };
}

const isSession = (intent: DayIntent): intent is WorkoutIntent => "kind" in intent;

function isTrained<Operation extends { readonly intent: DayIntent }>(
  operation: Operation,
): operation is Operation & { readonly intent: WorkoutIntent } {
  return isSession(operation.intent);
}

function isLogged<Operation extends { readonly intent: DayIntent }>(
  operation: Operation,
): operation is Operation & { readonly intent: LoggedIntent } {
  return !isSession(operation.intent);
}
