import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { decideQuickLog } from "../../rules/quick-log/decide-quick-log.ts";
import { taskRefetch } from "../../rules/quick-log/judge-task.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogAction,
  TaskChange,
  TaskState,
} from "../../rules/quick-log/quick-log-state.ts";
import type { Accepted } from "../../rules/sync/decision.ts";
import type { RecordedTime } from "../../rules/sync/correct-clock.ts";
import { judgeRevision } from "../../rules/sync/judge-revision.ts";
import { judgeAfterRestore } from "../../rules/sync/restored-scope.ts";
import type { AdmissionScope, ReadyOperation, WorkingCopy } from "../sync/operation-feature.ts";
import { quickLogWrites, type DecidedQuickLog } from "./write-quick-log.ts";

type QuickLogOperation = ReadyOperation<QuickLogIntent>;

/** What the operations of a batch name. */
export interface LoadedQuickLog {
  readonly loaded: readonly TaskState[];
  readonly pastOperations: readonly PastOperation[];
  /** Of tasks that operations are stale on, by task. */
  readonly foreignChanges: ReadonlyMap<string, readonly ForeignChange[]>;
}

/** The tasks of a batch as its operations leave them, and what was decided on the way. */
export function quickLogCopy(
  scope: AdmissionScope,
  { loaded, pastOperations, foreignChanges }: LoadedQuickLog,
): WorkingCopy<QuickLogIntent> {
  const before = new Map(loaded.map((state) => [state.task.id, state]));
  const states = new Map(before);
  const past = new Map(pastOperations.map((operation) => [operation.clientOperationId, operation]));
  const decided: DecidedQuickLog[] = [];
  return {
    decide(operation) {
      const { intent } = operation;
      const state = states.get(intent.payload.taskId);
      const undoTarget =
        intent.actionKind === "UNDO" ? past.get(intent.payload.undoesClientOperationId) : undefined;
      const others = foreignChanges.get(intent.payload.taskId) ?? [];
      const view = { state, undoTarget, foreignChanges: others };
      const outcome = decideQuickLog(view, actionOf(scope, operation, state));
      if (outcome.kind === "REFUSED") {
        const { refused } = outcome;
        if (state !== undefined) decided.push({ operation, state, change: null, refused });
        return refused;
      }
      const { change } = outcome;
      states.set(change.next.task.id, change.next);
      for (const entry of laterPast(scope, operation, change))
        past.set(entry.clientOperationId, entry);
      decided.push({ operation, state: change.next, change, refused: null });
      return { ...accepted(operation, change), ...judgedOn(scope, operation, state) };
    },
    writes: () => quickLogWrites(scope, { before, decided }),
  };
}

function actionOf(
  scope: AdmissionScope,
  operation: QuickLogOperation,
  state: TaskState | undefined,
): QuickLogAction {
  const { intent, receiptId, time } = operation;
  const expectedRevision = operation.expectedRevision ?? 0;
  const task = state?.task ?? { revision: expectedRevision };
  const sent = { expectedRevision, madeAt: time.at };
  const judged = judgeAfterRestore(sent, task, scope.restoredAt);
  const { lineageId, now } = scope;
  return { intent, receiptId, lineageId, now, recordedAt: evidentTime(time), ...judged };
}

/** A time before the relationship is none at all: it proves nothing of when something was done. */
function evidentTime({ at, flags }: RecordedTime): Date | null {
  return flags.includes("BEFORE_RELATIONSHIP") ? null : at;
}

/** What an accepted operation is told when the revision it named was not the one it was judged by. */
function judgedOn(
  { restoredAt, lineageId }: AdmissionScope,
  { expectedRevision }: QuickLogOperation,
  state: TaskState | undefined,
): Pick<Accepted, "judgedOnRevision"> {
  if (restoredAt === null || state === undefined) return {};
  const judgement = judgeRevision(state.task, expectedRevision ?? 0, lineageId);
  return judgement === "CURRENT" ? {} : { judgedOnRevision: state.task.revision };
}

/** What later operations of the batch may undo, and what they no longer may. */
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
  };
  return change.undoes === null ? [own] : [own, { ...change.undoes, undone: true }];
}

function accepted(operation: QuickLogOperation, change: TaskChange): Accepted {
  const { intent } = operation;
  const localId = intent.actionKind === "RECORD_VALUE" ? intent.payload.localId : undefined;
  const canonicalId = change.newValue?.id ?? change.next.task.id;
  return {
    accepted: true,
    revision: change.next.task.revision,
    canonicalRecordId: canonicalId,
    canonicalIds:
      localId === undefined ? [] : [{ localId, canonicalId, entityType: "quick_log_value_entry" }],
    refetch: [taskRefetch(change.next, "CHANGED")],
  };
}
