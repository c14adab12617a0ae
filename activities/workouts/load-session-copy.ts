import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { dateOfComputedId } from "../../contract/agenda/task-id.ts";
import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import type { Statement } from "../../db/platform/pipeline/pipeline.ts";
import { loadConflicts } from "../../db/workouts/conflicts/load-conflicts.ts";
import { listSessionTransitions } from "../../db/workouts/sessions/list-session-transitions.ts";
import {
  loadPackages,
  loadSessions,
  type NamedDrafts,
} from "../../db/workouts/sessions/load-sessions.ts";
import type { OtherTasks, TaskBoard } from "../quick-log/task-board.ts";
import type {
  AdmissionScope,
  NamedOperation,
  ReceiptEvent,
  WorkingCopy,
} from "../sync/operation-feature.ts";
import { workoutCopy } from "./workout-copy.ts";

/**
 * Loads the sessions, packages and conflicts that operations name; without operations it queries nothing. The tasks
 * are not loaded here: `tasks` says which of them the operations act on.
 */
export function loadSessionCopy(
  relationshipId: string,
  operations: readonly NamedOperation<WorkoutIntent>[],
): SessionLoad {
  const named = namedDrafts(operations);
  const { taskIds } = named;
  const workoutDates = [...new Set(taskIds.flatMap((id) => dateOfComputedId(id) ?? []))];
  return {
    tasks: { taskIds, workoutDates },
    load: async (executor) => {
      const [packages, sessions, conflicts] =
        operations.length === 0
          ? [new Map(), [], []]
          : await Promise.all([
              loadPackages(executor, relationshipId, named),
              loadSessions(executor, relationshipId, named),
              loadConflicts(executor, relationshipId, named),
            ]);
      return (scope, board, workoutIds) =>
        workoutCopy(scope, board, { packages, sessions, conflicts, workoutIds });
    },
  };
}

/** The tasks that sessions act on, and the statement that loads everything else. */
interface SessionLoad {
  readonly tasks: OtherTasks;
  readonly load: Statement<
    (
      scope: AdmissionScope,
      board: TaskBoard,
      workoutIds: readonly string[],
    ) => WorkingCopy<WorkoutIntent>
  >;
}

/** Lists changes of tasks by accepted operations on sessions for the feed, except the end of a task. */
export async function listSessionEvents(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly ReceiptEvent[]> {
  const transitions = await listSessionTransitions(em, batchIds);
  return transitions.map(({ receiptId, relationshipId, taskId }) => {
    const refs = { relationshipId, taskId, receiptId };
    return { type: "DailyTaskStatusChanged", subjectId: taskId, receiptId, version: 0, refs };
  });
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
