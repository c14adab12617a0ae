import { createHash } from "node:crypto";
import { canonicalForm } from "../../../../contract/canonical-form.ts";
import { QUICK_LOG_PAYLOADS } from "../../../../contract/quick-log/payload-schema.ts";
import { TODAY_PAYLOADS } from "../../../../contract/quick-log/today-schema.ts";
import {
  IMPORT_OPERATION,
  QUICK_LOG_OPERATIONS,
} from "../../../../contract/quick-log/vocabulary.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { completionInScope } from "../../../../rules/quick-log/completion-in-scope.ts";
import { decideQuickLog } from "../../../../rules/quick-log/decide-quick-log.ts";
import { intentOf } from "../../../../rules/quick-log/intent-of.ts";
import { knownRevision } from "../../../../rules/quick-log/revision/known-revision.ts";
import type { PastOperation } from "../../../../rules/quick-log/types.ts";
import type { QuickLogIntent } from "../../../../contract/quick-log/payload-schema.ts";
import { type Decision, refuse } from "../../../../rules/sync/decision.ts";
import { judgeAfterRestore } from "../../../../rules/sync/judge-after-restore.ts";
import { judgeForm } from "./forms.ts";
import { judgeImported } from "./imports.ts";
import { judgeInbox, judgeReview } from "./judge-inbox.ts";
import type { Judging, Relationship, ServerTask } from "./types.ts";
import { judgeWorkout } from "./workouts.ts";

/** Decides an operation by the product's own rule, and changes its object if it is accepted. */
export function judgeOperation(
  relationship: Relationship,
  operation: Operation,
  judging: Judging,
): Decision {
  const [feature] = operation.operationType.split(".");
  if (feature === "form") return judgeForm(relationship, operation, judging);
  if (operation.operationType === IMPORT_OPERATION)
    return judgeImported(relationship, operation, judging);
  if (feature === "workout") return judgeWorkout(relationship, operation, judging);
  if (feature === "inbox") return judgeInbox(relationship, operation, judging);
  if (feature === "day") return judgeReview(operation);
  return judgeQuickLog(relationship, operation, judging);
}

function judgeQuickLog(
  relationship: Relationship,
  operation: Operation,
  { receiptId, lineageId, now }: Judging,
): Decision {
  const intent = readIntent(operation);
  if (intent === null) return refuse("PAYLOAD_INVALID");
  const task = relationship.tasks.get(intent.payload.taskId);
  if (task === undefined) return refuse("TASK_UNKNOWN");
  const recordedAt = new Date(operation.clientRecordedAt);
  const { restoredAt } = relationship;
  const named = operation.expectedRevision ?? null;
  const restored =
    named === null
      ? { expectedRevision: null, mayBeSentAgain: restoredAt !== null && recordedAt < restoredAt }
      : judgeAfterRestore(
          { expectedRevision: named, madeAt: recordedAt },
          task.state.task,
          restoredAt,
        );
  const scoped = completionInScope(task.state.task, intent);
  const undoTarget = undoTargetOf(relationship, intent);
  if (intent.actionKind === "UNDO" && undoTarget === undefined)
    return refuse("UNDO_TARGET_UNKNOWN");
  const outcome = decideQuickLog(
    { state: task.state, undoTarget, foreignChanges: task.foreign },
    {
      intent: scoped,
      receiptId,
      expectedRevision: knownRevision(
        { intent: scoped, expectedRevision: restored.expectedRevision },
        task.state.task,
      ),
      lineageId,
      now,
      recordedAt,
      attachments: [],
      mayBeSentAgain: restored.mayBeSentAgain,
    },
  );
  if (outcome.kind === "REFUSED") return outcome.refused;
  task.state = outcome.change.next;
  remember(relationship, { operation, outcome, receiptId, now, scoped });
  const { revision } = task.state.task;
  return {
    accepted: true,
    revision,
    canonicalRecordId: task.planned.id,
    canonicalIds: [],
    refetch: [],
  };
}

/** The checksum that the server calculates itself. */
export function checksumOf({ payload }: Operation): string {
  return `sha-256:${createHash("sha256").update(canonicalForm(payload)).digest("hex")}`;
}

function readIntent({ operationType, payload }: Operation): QuickLogIntent | null {
  const kind = QUICK_LOG_OPERATIONS[operationType]?.actionKind;
  const schema =
    kind === undefined
      ? Object.entries(TODAY_PAYLOADS).find(([type]) => type === operationType)?.[1]
      : QUICK_LOG_PAYLOADS[kind];
  if (schema?.safeParse(payload).success !== true) return null;
  return intentOf(operationType, payload);
}

function undoTargetOf(
  { past }: Relationship,
  { actionKind, payload }: QuickLogIntent,
): PastOperation | undefined {
  if (actionKind !== "UNDO") return undefined;
  const { undoesReceiptId, undoesClientOperationId } = payload;
  return [...past.values()].find(
    ({ receiptId, clientOperationId }) =>
      receiptId === undoesReceiptId || clientOperationId === undoesClientOperationId,
  );
}

function remember(
  { past }: Relationship,
  { operation, outcome, receiptId, now, scoped }: Remembered,
): void {
  const { change } = outcome;
  if (change.undoes !== null) past.set(change.undoes.receiptId, { ...change.undoes, undone: true });
  past.set(receiptId, {
    receiptId,
    clientOperationId: operation.clientOperationId,
    taskId: change.next.task.id,
    actionKind: scoped.actionKind,
    effects: change.effects,
    decidedAt: now,
    undone: false,
    isOwn: true,
    laterStarts: [],
  });
}

interface Remembered {
  readonly operation: Operation;
  readonly outcome: Extract<ReturnType<typeof decideQuickLog>, { kind: "CHANGE" }>;
  readonly receiptId: string;
  readonly now: Date;
  readonly scoped: QuickLogIntent;
}

/** Another phone of the person completes or skips a task; false if the rule refuses that. */
export function actElsewhere(
  task: ServerTask,
  { receiptId, now, isSkip }: { receiptId: string; now: Date; isSkip: boolean },
): boolean {
  const { id: taskId, revision } = task.state.task;
  const intent: QuickLogIntent = isSkip
    ? { actionKind: "SKIP", payload: { taskId, reason: "BUSY" } }
    : { actionKind: "COMPLETE_TASK", payload: { taskId }, withItems: { confirmed: true } };
  const outcome = decideQuickLog(
    { state: task.state, undoTarget: undefined },
    {
      intent: completionInScope(task.state.task, intent),
      receiptId,
      expectedRevision: revision,
      lineageId: "another-phone",
      now,
      recordedAt: now,
      attachments: [],
    },
  );
  if (outcome.kind === "REFUSED") return false;
  task.state = outcome.change.next;
  const { effects } = outcome.change;
  task.foreign.push({ revision: task.state.task.revision, decidedAt: now, effects });
  return true;
}
