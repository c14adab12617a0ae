import { QUICK_LOG_ACTIONS, type QuickLogActionFacts } from "../../contract/agenda/task-actions.ts";
import type { LoggedIntent, QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { CanonicalId } from "../../contract/sync/schema.ts";
import type { LoadedImports } from "../../db/quick-log/load-imports.ts";
import { decideQuickLog, type QuickLogView } from "../../rules/quick-log/decide-quick-log.ts";
import { judgesRevision } from "../../rules/quick-log/revision/judges-revision.ts";
import { knownRevision } from "../../rules/quick-log/revision/known-revision.ts";
import { taskRefetch } from "../../rules/quick-log/judge-task.ts";
import { settlesLater } from "../../rules/quick-log/settles-later.ts";
import { completionInScope } from "../../rules/quick-log/completion-in-scope.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogAction,
  Replacement,
  TaskChange,
  TaskState,
} from "../../rules/quick-log/types.ts";
import {
  refuseUnknownTask,
  type Withheld,
  withheldTask,
} from "../../rules/quick-log/refuse-unknown-task.ts";
import type { Accepted } from "../../rules/sync/decision.ts";
import type { RecordedTime } from "../../rules/sync/correct-clock.ts";
import { judgeRevision } from "../../rules/sync/judge-revision.ts";
import { judgeAfterRestore } from "../../rules/sync/judge-after-restore.ts";
import type { AdmissionScope, ReadyOperation, WorkingCopy } from "../sync/operation-feature.ts";
import { importCopy } from "./import-copy.ts";
import { isImport, isTaskOperation } from "./logged-intents.ts";
import { undoTargets } from "./undo-targets.ts";
import type { TaskBoard } from "./task-board.ts";
import {
  quickLogWrites,
  transitionOf,
  type DecidedQuickLog,
  type TaskTransition,
} from "./quick-log-writes.ts";

/** Quick-log's working copy, with its tasks for other rooms that act on the same ones. */
export interface QuickLogCopy extends WorkingCopy<LoggedIntent> {
  readonly tasks: TaskBoard;
}

type QuickLogOperation = ReadyOperation<QuickLogIntent>;

/** The rows that the operations of a batch name. */
export interface LoadedQuickLog extends LoadedImports {
  readonly loaded: readonly TaskState[];
  readonly pastOperations: readonly PastOperation[];
  /** Changes by others since stale operations, by task. */
  readonly foreignChanges: ReadonlyMap<string, readonly ForeignChange[]>;
  /** The tasks that superseded others, by superseded task. */
  readonly replacements: ReadonlyMap<string, Replacement>;
  /** Withheld occurrences of named tasks that do not exist. */
  readonly withheld: readonly Withheld[];
}

/** The tasks of a batch as its operations leave them, and the decisions. */
export function quickLogCopy(
  scope: AdmissionScope,
  {
    loaded,
    pastOperations,
    foreignChanges,
    replacements,
    withheld,
    imports,
    zones,
  }: LoadedQuickLog,
): QuickLogCopy {
  const before = new Map(loaded.map((state) => [state.task.id, state]));
  const states = new Map(before);
  const targets = undoTargets(pastOperations);
  const decided: DecidedQuickLog[] = [];
  const turns: TaskTransition[] = [];
  const imported = importCopy(scope, { states, imports, zones });
  return {
    decide(sent) {
      if (isImport(sent)) return imported.decide(sent);
      if (!isTaskOperation(sent))
        throw new Error("An operation is neither of a task nor an import");
      const { taskId } = sent.intent.payload;
      const state = states.get(taskId);
      if (state === undefined) return refuseAbsent(taskId);
      const operation = { ...sent, intent: completionInScope(state.task, sent.intent) };
      const { intent } = operation;
      const undoTarget = intent.actionKind === "UNDO" ? targets.find(intent.payload) : undefined;
      const others = foreignChanges.get(taskId) ?? [];
      const replacement = replacements.get(taskId);
      const view = { state, undoTarget, foreignChanges: others, replacement };
      const outcome = decideQuickLog(view, actionOf(scope, operation, state));
      if (outcome.kind === "REFUSED") {
        const { refused } = outcome;
        decided.push({ operation, state, change: null, refused });
        return refused;
      }
      const { change } = outcome;
      states.set(change.next.task.id, change.next);
      const turn = transitionOf(operation, change);
      if (turn !== null) turns.push(turn);
      for (const entry of laterPast(scope, operation, change)) targets.put(entry);
      decided.push({ operation, state: change.next, change, refused: null });
      return { ...accepted(operation, change), ...judgedOn(scope, operation, view) };
    },
    writes: () =>
      quickLogWrites(scope, { before, states, decided, turns, imported: imported.decided }),
    tasks: {
      find: (taskId) => states.get(taskId),
      withheld: (taskId) => (withheldTask(withheld, taskId) === null ? null : refuseAbsent(taskId)),
      turn({ clientOperationId, receiptId }, change) {
        states.set(change.next.task.id, change.next);
        const eventId = receiptId;
        turns.push({ eventId, clientOperationId, change, skipReason: null, isUndo: false });
      },
    },
  };

  function refuseAbsent(taskId: string) {
    const { newestDate, timezone, now } = scope;
    return refuseUnknownTask(taskId, { newestDate, timezone, withheld }, now);
  }
}

function actionOf(
  scope: AdmissionScope,
  operation: QuickLogOperation,
  { task }: TaskState,
): QuickLogAction {
  const { intent, receiptId, time, attachments } = operation;
  const expectedRevision = knownRevision(operation, task);
  const judged =
    expectedRevision === null
      ? { expectedRevision }
      : judgeAfterRestore({ expectedRevision, madeAt: time.at }, task, scope.restoredAt);
  const { lineageId, now } = scope;
  const made = { intent, receiptId, attachments, recordedAt: evidentTime(time) };
  return { ...made, lineageId, now, ...judged };
}

/** A time before the relationship proves nothing, so it is dropped. */
function evidentTime({ at, flags }: RecordedTime): Date | null {
  return flags.includes("BEFORE_RELATIONSHIP") ? null : at;
}

/** Reports to an accepted operation that it was judged by another revision than it named. */
function judgedOn(
  { restoredAt, lineageId }: AdmissionScope,
  operation: QuickLogOperation,
  { state: { task }, undoTarget }: { readonly state: TaskState } & Pick<QuickLogView, "undoTarget">,
): Pick<Accepted, "judgedOnRevision"> {
  const known = knownRevision(operation, task);
  if (restoredAt === null || known === null) return {};
  if (!judgesRevision(task, operation.intent, undoTarget)) return {};
  const judgement = judgeRevision(task, known, lineageId);
  return judgement === "CURRENT" ? {} : { judgedOnRevision: task.revision };
}

/** Updates which operations later ones of the batch may undo. */
function laterPast(
  scope: AdmissionScope,
  operation: QuickLogOperation,
  change: TaskChange,
): readonly PastOperation[] {
  const own = {
    receiptId: operation.receiptId,
    clientOperationId: operation.clientOperationId,
    taskId: change.next.task.id,
    actionKind: operation.intent.actionKind,
    effects: change.effects,
    decidedAt: scope.now,
    undone: false,
    isOwn: true,
    laterStarts: [],
  };
  return change.undoes === null ? [own] : [own, { ...change.undoes, undone: true }];
}

function accepted(operation: QuickLogOperation, change: TaskChange): Accepted {
  const { intent } = operation;
  const localId = intent.actionKind === "RECORD_VALUE" ? intent.payload.localId : undefined;
  const canonicalId = change.newValue?.id ?? change.next.task.id;
  const ids: CanonicalId[] = [];
  if (localId !== undefined)
    ids.push({ localId, canonicalId, entityType: "quick_log_value_entry" });
  // The device computed the task's id before it read the task. Operations that add up need no revision anyway.
  const { taskId } = intent.payload;
  const { isRevisionByMetric = false }: QuickLogActionFacts = QUICK_LOG_ACTIONS[intent.actionKind];
  if (operation.expectedRevision === null && !isRevisionByMetric)
    ids.push({ localId: taskId, canonicalId: change.next.task.id, entityType: "agenda_task" });
  return {
    accepted: true,
    revision: change.next.task.revision,
    canonicalRecordId: canonicalId,
    canonicalIds: ids,
    refetch: [taskRefetch(change.next, "CHANGED")],
    ...(settlesLater(intent.actionKind, change.next) && { settlesLater: true }),
  };
}
