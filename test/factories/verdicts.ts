import type { OperationResult } from "../../contract/sync/schema.ts";

/** What an operation was told, in a word: why it was refused, or its status. */
export function verdictOf({ status, rejectionCode, conflictCode }: OperationResult): string {
  return rejectionCode ?? conflictCode ?? status;
}

/** The same of the operations of a batch, in their order. */
export function verdictsOf(results: readonly OperationResult[]): readonly string[] {
  return results.map(verdictOf);
}
