import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import type { TaskState, TaskChange } from "../../rules/quick-log/quick-log-state.ts";
import type { AdmissionScope, ReadyOperation } from "../sync/operation-feature.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { Refused } from "../../rules/sync/decision.ts";

/** An operation on a task of the scope, and what became of it. */
export interface DecidedQuickLog {
  readonly operation: ReadyOperation<QuickLogIntent>;
  readonly state: TaskState;
  readonly change: TaskChange | null;
  readonly refused: Refused | null;
}

/** What accepted operations did (docs/rules.md#quick-log-events): ids only. Of refusals sync tells. */
export function quickLogEvents(scope: AdmissionScope, entry: DecidedQuickLog): DomainEvent[] {
  const { operation, state, change } = entry;
  const refs = {
    relationshipId: scope.relationshipId,
    taskId: state.task.id,
    receiptId: operation.receiptId,
  };
  const tell = (type: EventType, subjectId: string, more: DomainEvent["refs"] = {}) => ({
    eventId: newId(),
    type,
    subjectId,
    version: state.task.revision,
    refs: { ...refs, ...more },
  });
  if (change === null) return [];
  const { effects } = change;
  const undone = operation.intent.actionKind === "UNDO";
  return [
    tell("QuickLogOperationAccepted", operation.receiptId),
    ...(undone ? [] : effects.items.flatMap(({ itemId, to }) => itemEvent(tell, itemId, to))),
    ...(change.newValue === null || undone
      ? []
      : [tell("QuickLogValueRecorded", change.newValue.id)]),
    ...(effects.taskFrom === effects.taskTo || undone ? [] : taskEvent(tell, state)),
  ];
}

type Tell = (type: EventType, subjectId: string, more?: DomainEvent["refs"]) => DomainEvent;

function itemEvent(tell: Tell, itemId: string, to: string): DomainEvent[] {
  if (to === "COMPLETED") return [tell("DailyTaskItemCompleted", itemId)];
  return to === "SKIPPED" ? [tell("DailyTaskItemSkipped", itemId)] : [];
}

function taskEvent(tell: Tell, { task }: TaskState): DomainEvent[] {
  if (task.status === "COMPLETED") return [tell("DailyTaskCompleted", task.id)];
  return task.status === "SKIPPED" ? [tell("DailyTaskSkipped", task.id)] : [];
}
