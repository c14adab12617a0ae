import type * as z from "zod";
import { TASK_ACTIONS } from "../../contract/agenda/task-actions.ts";
import type { QuickLogActionKind } from "../../contract/agenda/vocabulary.ts";
import { LATE_PURPOSES, type UploadPurpose } from "../../contract/media/vocabulary.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { payloadVersion } from "../payload-version.ts";

/** Version 1 of an operation type by which the client acts on a task. */
export function taskOperation<Schema extends z.ZodType>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => QuickLogIntent,
): OperationType<QuickLogIntent> {
  return {
    principals: ["CLIENT"],
    requiresRevision: false,
    references: { taskId: "agenda_task" },
    refusedEvent: "QuickLogOperationRejected",
    versions: new Map([[1, payloadVersion(schema, intend)]]),
  };
}

/**
 * Adds attachments to a type, as the table of actions permits for its kinds. The task decides which of them it
 * accepts.
 */
export function takingMedia(
  kinds: readonly QuickLogActionKind[],
  type: OperationType<QuickLogIntent>,
): OperationType<QuickLogIntent> {
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
