import { TASK_ACTIONS, type QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import { LATE_PURPOSES, type UploadPurpose } from "../../contract/media/vocabulary.ts";
import type { PayloadVersion } from "../payload-version.ts";
import type { OperationType } from "../sync/operation-feature.ts";

/** Version 1 of an operation type by which the client acts on a task. */
export function taskOperation<Intent>(first: PayloadVersion<Intent>): OperationType<Intent> {
  return {
    principals: ["CLIENT"],
    requiresRevision: false,
    references: { taskId: "agenda_task" },
    refusedEvent: "QuickLogOperationRejected",
    versions: new Map([[1, first]]),
  };
}

/**
 * Adds attachments to a type, as the table of actions permits for its kinds. The task decides which of them it
 * accepts.
 */
export function takingMedia<Intent>(
  kinds: readonly QuickLogActionKind[],
  type: OperationType<Intent>,
): OperationType<Intent> {
  const most = new Map<UploadPurpose, number>();
  for (const { kind, attachments } of Object.values(TASK_ACTIONS).flat())
    if (attachments !== undefined && kinds.includes(kind))
      most.set(attachments.purpose, Math.max(most.get(attachments.purpose) ?? 0, attachments.most));
  const attachments = [...most].map(([purpose, ofPurpose]) => ({
    purpose,
    most: ofPurpose,
    ...(LATE_PURPOSES.includes(purpose) && { takesPending: true as const }),
  }));
  return { ...type, attachments };
}
