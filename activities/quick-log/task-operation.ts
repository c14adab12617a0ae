import type * as z from "zod";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationType } from "../sync/operation-feature.ts";

/** A type of operations of the client on a task, in version 1: reads a payload, or null when it is not one. */
export function taskOperation<Schema extends z.ZodType>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => QuickLogIntent,
): OperationType<QuickLogIntent> {
  const read = (payload: unknown): QuickLogIntent | null => {
    const parsed = schema.safeParse(payload);
    return parsed.success ? intend(parsed.data) : null;
  };
  return {
    principals: ["CLIENT"],
    requiresRevision: false,
    references: { taskId: "agenda_task" },
    refusedEvent: "QuickLogOperationRejected",
    versions: new Map([[1, { payload: schema, read }]]),
  };
}
