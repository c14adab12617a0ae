import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { loadItems, loadTasks, type NamedTask } from "../../db/agenda/queries.ts";
import type { Line, Statement } from "../../db/flight.ts";
import {
  loadForeignChanges,
  loadPastOperations,
  loadValues,
  type WantedValues,
} from "../../db/quick-log/load-quick-log.ts";
import { listAcceptedOperations } from "../../db/quick-log/settlement.ts";
import type { AgendaTaskItem, WorkingTask } from "../../rules/agenda/agenda-task.ts";
import { otherValues, type ValueEntry } from "../../rules/agenda/day-value.ts";
import { knownRevision } from "../../rules/quick-log/known-revision.ts";
import { judgeRevision } from "../../rules/sync/judge-revision.ts";
import type {
  AdmissionScope,
  LoadedRows,
  NamedOperation,
  OperationFeature,
  ReadyOperation,
} from "../sync/operation-feature.ts";
import { quickLogCopy } from "./quick-log-copy.ts";
import { quickLogEvents, todaySyncEvents } from "./quick-log-events.ts";
import { quickLogTypes } from "./quick-log-types.ts";
import { mergedValues, valuesAfterwards, valuesAtOnce } from "./wanted-values.ts";

/** Quick-log's part of sync: one-tap actions on daily tasks. */
export const quickLogFeature: OperationFeature<QuickLogIntent> = {
  operationTypes: quickLogTypes,
  load: loadNamed,
  async listEvents(em, batchIds) {
    const accepted = await listAcceptedOperations(em, batchIds);
    return [...accepted.flatMap(quickLogEvents), ...todaySyncEvents(accepted)];
  },
};

type Ready = readonly ReadyOperation<QuickLogIntent>[];

/** What operations name, read with the locks. */
interface NamedRows {
  readonly tasks: readonly NamedTask[];
  readonly items: ReadonlyMap<string, readonly AgendaTaskItem[]>;
  readonly asked: readonly WantedValues[];
  readonly values: ReadonlyMap<string, readonly ValueEntry[]>;
}

function loadNamed(
  relationshipId: string,
  operations: readonly NamedOperation<QuickLogIntent>[],
): Statement<LoadedRows<QuickLogIntent>> {
  const taskIds = [...new Set(operations.map(({ intent }) => intent.payload.taskId))].toSorted();
  const asked = valuesAtOnce(operations);
  return async (line) => {
    const [tasks, items, values] = await Promise.all([
      loadTasks(line, relationshipId, taskIds),
      loadItems(line, relationshipId, taskIds),
      loadValues(line, asked),
    ]);
    return loadRest({ tasks, items, asked, values });
  };
}

/** Once the batch's state is known: what undos name, and what others changed meanwhile. */
function loadRest({ tasks, items, asked, values }: NamedRows): LoadedRows<QuickLogIntent> {
  const copy = (scope: AdmissionScope, operations: Ready) => async (line: Line) => {
    const [past, foreignChanges] = await Promise.all([
      loadPastOperations(line, scope, undoneBy(operations)),
      loadForeignChanges(line, scope, staleTaskIds(scope, tasks, operations)),
    ]);
    const later = await loadValues(line, valuesAfterwards(tasks, past, asked));
    const loaded = tasks.map(({ dayReviewedAt, dayClosedAt, dayNotOffered, ...task }) => {
      const entries = mergedValues(task.id, values, later);
      const others = otherValues(task.completionSummary.value, entries);
      const ownItems = items.get(task.id) ?? [];
      const day = { dayReviewedAt, dayClosedAt, dayNotOffered };
      return { task, items: ownItems, ...day, values: entries, otherValues: others };
    });
    return quickLogCopy(scope, { loaded, pastOperations: past, foreignChanges });
  };
  return { copy };
}

/** Tasks that others changed after an operation last saw them: what was changed is told. */
function staleTaskIds(
  { lineageId }: AdmissionScope,
  named: readonly WorkingTask[],
  operations: readonly ReadyOperation<QuickLogIntent>[],
): string[] {
  const tasks = new Map(named.map((task) => [task.id, task]));
  const stale = operations.flatMap((operation) => {
    const task = tasks.get(operation.intent.payload.taskId);
    const known = knownRevision(operation, task);
    const isStale = task && judgeRevision(task, known, lineageId) === "STALE";
    return isStale ? [task.id] : [];
  });
  return [...new Set(stale)];
}

/** Operations that undos name, by the ids that their phone gave them. */
function undoneBy(operations: Ready): string[] {
  return operations.flatMap(({ intent }) =>
    intent.actionKind === "UNDO" ? [intent.payload.undoesClientOperationId] : [],
  );
}
