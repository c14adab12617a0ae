import type * as z from "zod";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationType, PayloadVersion } from "../sync/operation-feature.ts";

/** One version of a payload: read as the action that it stands for, or null when it is not of it. */
export function payloadVersion<Schema extends z.ZodType, Intent>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => Intent,
): PayloadVersion<Intent> {
  const read = (payload: unknown): Intent | null => {
    const parsed = schema.safeParse(payload);
    return parsed.success ? intend(parsed.data) : null;
  };
  return { payload: schema, read };
}

/** A type of operations of the client on a task, in version 1. */
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
