import type { OperationResult } from "../../../contract/sync/schema.ts";

/** The short verdict on an operation: the code of its refusal, or its status. */
export function verdictOf({ status, rejectionCode, conflictCode }: OperationResult): string {
  return rejectionCode ?? conflictCode ?? status;
}

/** The short verdicts on the operations of a batch, in order. */
export function verdictsOf(results: readonly OperationResult[]): readonly string[] {
  return results.map(verdictOf);
}
