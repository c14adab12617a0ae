import type { ResultStatus } from "../../../contract/sync/vocabulary.ts";

/** Verdicts grouped by the device's reaction, each group in the order sent. */
export function inPiles<Result extends { readonly status: ResultStatus }>(
  results: readonly Result[],
): Record<keyof typeof PILES, Result[]> {
  const pile = (statuses: readonly ResultStatus[]) =>
    results.filter(({ status }) => statuses.includes(status));
  return {
    accepted: pile(PILES.accepted),
    rejected: pile(PILES.rejected),
    waiting: pile(PILES.waiting),
  };
}

/** Statuses by the device's next step: forget the operation, show the refusal, or keep it waiting. */
const PILES = {
  accepted: ["ACCEPTED", "ALREADY_ACCEPTED"],
  rejected: ["REJECTED", "CONFLICT"],
  waiting: ["REFETCH_REQUIRED", "SCOPE_LOCKED"],
} as const satisfies Record<string, readonly ResultStatus[]>;
