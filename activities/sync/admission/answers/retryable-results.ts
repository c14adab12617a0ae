import type { OperationResult } from "../../../../contract/sync/schema.ts";
import type { FreshOperation } from "../classify-operations.ts";
import type { Decided } from "../decided.ts";
import { provisionalResult } from "./provisional-result.ts";

/** The results of retryable operations, by ordinal. Nothing of them is stored (docs/rooms/sync.md#verdicts). */
export function retryableResults(
  fresh: readonly FreshOperation[],
  { outcomes }: Pick<Decided, "outcomes">,
): ReadonlyMap<number, OperationResult> {
  const results = new Map<number, OperationResult>();
  for (const { operation, ordinal } of fresh) {
    const outcome = outcomes.get(ordinal);
    if (outcome?.kind !== "RETRYABLE") continue;
    const { code, refetch, parent, retryAfterSeconds } = outcome.refused;
    results.set(
      ordinal,
      provisionalResult(operation, code, {
        refetch,
        ...(parent !== undefined && { parent }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      }),
    );
  }
  return results;
}
