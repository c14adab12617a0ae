import { dateOfComputedId } from "../../contract/agenda/task-id.ts";
import type { LoggedIntent, QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import {
  loadItems,
  loadMetricTasks,
  loadTasks,
  loadWorkoutTasks,
  type NamedTask,
} from "../../db/agenda/queries.ts";
import { type AbsentTasks, listWithheldTasks } from "../../db/agenda/withheld/queries.ts";
import type { QueryExecutor, Statement } from "../../db/platform/pipeline/pipeline.ts";
import {
  loadForeignChanges,
  loadPastOperations,
  loadValues,
  type NamedOperations,
  type WantedValues,
} from "../../db/quick-log/load-values.ts";
import { type LoadedImports, loadImports } from "../../db/quick-log/load-imports.ts";
import { loadReplacements } from "../../db/quick-log/load-replacements.ts";
import type { WorkingItem, WorkingTask } from "../../rules/agenda/agenda-task.ts";
import { manualValue } from "../../rules/agenda/imported-value.ts";
import { otherValues, type ValueEntry } from "../../rules/agenda/day-value.ts";
import { judgesRevision } from "../../rules/quick-log/revision/judges-revision.ts";
import { knownRevision } from "../../rules/quick-log/revision/known-revision.ts";
import { judgeRevision } from "../../rules/sync/judge-revision.ts";
import type { AdmissionScope, NamedOperation, ReadyOperation } from "../sync/operation-feature.ts";
import { isOfTask, isTaskOperation, wantedImports } from "./logged-intents.ts";
import { quickLogCopy, type QuickLogCopy } from "./quick-log-copy.ts";
import type { OtherTasks } from "./task-board.ts";
import {
  knownValues,
  mergedValues,
  valuesAfterwards,
  valuesAtOnce,
} from "./values/values-at-once.ts";

/**
 * Loads the rows of quick-log's operations, with the tasks that operations of another room act on. Both are decided
 * on one working copy.
 */
export function loadTaskCopy(
  relationshipId: string,
  operations: readonly NamedOperation<LoggedIntent>[],
  otherTasks: OtherTasks,
): Statement<LoadedTasks> {
  const intents = operations.map(({ intent }) => intent);
  const ofTasks = intents.filter(isOfTask);
  const named = [...ofTasks.map(({ payload }) => payload.taskId), ...otherTasks.taskIds];
  const taskIds = [...new Set(named)].toSorted();
  const wantedValues = valuesAtOnce(ofTasks);
  const days = wantedImports(relationshipId, intents);
  const dates = [...new Set(days.map(({ localDate }) => localDate))];
  return async (executor) => {
    const [tasks, items, values, others, workouts, imported] = await Promise.all([
      loadTasks(executor, relationshipId, taskIds),
      loadItems(executor, relationshipId, taskIds),
      loadValues(executor, wantedValues),
      loadMetricTasks(executor, relationshipId, dates),
      loadWorkoutTasks(executor, relationshipId, otherTasks.workoutDates),
      loadImports(executor, days),
    ]);
    const unnamed = [...others, ...workouts].filter(({ id }) => !taskIds.includes(id));
    const all = [...tasks, ...unnamed];
    const read = { tasks: all, items, wantedValues, values, ...imported };
    const rest = loadRest({ ...read, taskIds, importDates: dates });
    return { ...rest, workoutIds: workouts.map(({ id }) => id) };
  };
}

/** The rows read with the locks, and the workouts of the requested days in agenda order. */
export interface LoadedTasks {
  readonly workoutIds: readonly string[];
  copy(
    scope: AdmissionScope,
    operations: readonly ReadyOperation<LoggedIntent>[],
  ): Statement<QuickLogCopy>;
}

type Ready = readonly ReadyOperation<LoggedIntent>[];

/** The rows that operations name, read with the locks. */
interface NamedRows extends LoadedImports {
  readonly tasks: readonly NamedTask[];
  readonly items: ReadonlyMap<string, readonly WorkingItem[]>;
  readonly wantedValues: readonly WantedValues[];
  readonly values: ReadonlyMap<string, readonly ValueEntry[]>;
  /** Ids that operations name, including those of missing tasks. */
  readonly taskIds: readonly string[];
  readonly importDates: readonly string[];
}

/** Loads what depends on the batch's state: the targets of undos, and changes made by others since. */
function loadRest({
  taskIds,
  tasks,
  items,
  wantedValues: atOnce,
  values,
  importDates,
  imports,
  zones,
}: NamedRows): Pick<LoadedTasks, "copy"> {
  const copy = (scope: AdmissionScope, ready: Ready) => async (executor: QueryExecutor) => {
    const operations = ready.filter(isTaskOperation);
    const [past, foreignChanges, replacements, withheld] = await Promise.all([
      loadPastOperations(executor, scope, undoneBy(operations)),
      loadForeignChanges(executor, scope, staleTaskIds(scope, tasks, operations)),
      loadReplacements(executor, supersededIds(tasks)),
      listWithheldTasks(executor, absentTasks(scope, taskIds, tasks)),
    ]);
    const intents = operations.map(({ intent }) => intent);
    const afterwards = valuesAfterwards({ tasks, intents, past, atOnce, importDates });
    const later = await loadValues(executor, afterwards);
    const isRead = new Set([...atOnce, ...afterwards].map(({ taskId }) => taskId));
    const loaded = tasks.map(({ dayReviewedAt, dayClosedAt, dayNotOffered, starts, ...task }) => {
      const entries = isRead.has(task.id)
        ? mergedValues(task.id, values, later)
        : knownValues(task);
      const others = otherValues(manualValue(task.completionSummary.value), entries);
      const ownItems = items.get(task.id) ?? [];
      const day = { dayReviewedAt, dayClosedAt, dayNotOffered };
      return { task, items: ownItems, ...day, values: entries, otherValues: others, starts };
    });
    return quickLogCopy(scope, {
      loaded,
      pastOperations: past,
      foreignChanges,
      replacements,
      withheld,
      imports,
      zones,
    });
  };
  return { copy };
}

/** Tasks that others changed after an operation last saw them; these changes are reported. */
function staleTaskIds(
  { lineageId }: AdmissionScope,
  named: readonly WorkingTask[],
  operations: readonly ReadyOperation<QuickLogIntent>[],
): string[] {
  const tasks = new Map(named.map((task) => [task.id, task]));
  const stale = operations.flatMap((operation) => {
    const task = tasks.get(operation.intent.payload.taskId);
    const known = knownRevision(operation, task);
    if (task === undefined || known === null) return [];
    if (!judgesRevision(task, operation.intent)) return [];
    return judgeRevision(task, known, lineageId) === "STALE" ? [task.id] : [];
  });
  return [...new Set(stale)];
}

/** Computed ids without a task, of opened days: only these may be withheld. */
function absentTasks(
  { relationshipId, newestDate }: AdmissionScope,
  named: readonly string[],
  tasks: readonly NamedTask[],
): AbsentTasks {
  const found = new Set(tasks.map(({ id }) => id));
  const dated = named.flatMap((id) => {
    const localDate = found.has(id) ? null : dateOfComputedId(id);
    return localDate === null || localDate > newestDate ? [] : [{ id, localDate }];
  });
  return {
    relationshipId,
    taskIds: dated.map(({ id }) => id),
    localDates: [...new Set(dated.map(({ localDate }) => localDate))],
  };
}

function supersededIds(tasks: readonly WorkingTask[]): string[] {
  return tasks.filter(({ status }) => status === "SUPERSEDED").map(({ id }) => id);
}

/** Operations that undos name. */
function undoneBy(operations: readonly ReadyOperation<QuickLogIntent>[]): NamedOperations {
  const named = operations.flatMap(({ intent }) =>
    intent.actionKind === "UNDO" ? [intent.payload] : [],
  );
  return {
    receiptIds: named.flatMap(({ undoesReceiptId }) => undoesReceiptId ?? []),
    clientOperationIds: named.flatMap(
      ({ undoesClientOperationId }) => undoesClientOperationId ?? [],
    ),
  };
}
