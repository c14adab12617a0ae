import type * as z from "zod";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { TODAY_PAYLOADS } from "../../contract/quick-log/today-schema.ts";
import type { OperationType } from "../sync/operation-feature.ts";

/** Reads a payload of version 1 as what quick-log understands, or null when it is not one. */
function reader<Schema extends z.ZodType>(
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

/**
 * The operations of today's view, cast up to quick-log's (docs/rules.md#quick-log-todays-names): a batch has one
 * working copy of its tasks, whatever its operations are called.
 */
export const todayTypes: ReadonlyMap<string, OperationType<QuickLogIntent>> = new Map([
  [
    "today.start",
    reader(TODAY_PAYLOADS["today.start"], (payload) => ({
      actionKind: "OPEN_STRUCTURED_LOG",
      payload,
    })),
  ],
  [
    "today.complete",
    reader(TODAY_PAYLOADS["today.complete"], ({ taskId, confirmed = false }) => ({
      actionKind: "COMPLETE_TASK",
      payload: { taskId },
      withItems: { confirmed },
    })),
  ],
  [
    "today.skip",
    reader(TODAY_PAYLOADS["today.skip"], (payload) => ({ actionKind: "SKIP", payload })),
  ],
]);
