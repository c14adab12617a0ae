import type { Operation, OperationResult, RefetchHint } from "../../../../contract/sync/schema.ts";
import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { refuse } from "../../../../rules/sync/decision.ts";
import { refusedResult } from "../../../../rules/sync/operation-result.ts";

/** A result without a receipt; the same id is judged again next time. */
export function provisionalResult(
  operation: Operation,
  code: VerdictCode,
  more: {
    receiptId?: string;
    diagnosticsRef?: string;
    retryAfterSeconds?: number;
    refetch?: readonly RefetchHint[];
    parent?: string;
  } = {},
): OperationResult {
  return refusedResult(
    {
      clientOperationId: operation.clientOperationId,
      receiptId: more.receiptId ?? null,
      diagnosticsRef: more.diagnosticsRef ?? newId(),
      locale: operation.metadata?.locale ?? null,
      ...(more.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: more.retryAfterSeconds }),
    },
    {
      ...refuse(code),
      refetch: more.refetch ?? [],
      ...(more.parent === undefined ? {} : { parent: more.parent }),
    },
  );
}
