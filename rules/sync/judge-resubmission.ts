import type { ReferenceStates } from "./judge-parents.ts";

/** Stands for an operation that is not known by name: nobody may be sent in place of what it replaced. */
export const UNNAMED = "";

/** An operation that is sent in place of another. */
export interface Resubmission {
  readonly clientOperationId: string;
  readonly resubmitOf: string;
}

/**
 * Whether an operation may be sent in place of another (docs/rules.md#sync-dependencies). That one must be known
 * and have its verdict, or be deferred; nothing may have come of it, and no other may have been sent in its
 * place: only the newest of those sent in place of each other is replaced. So they stand in one row, and at
 * most the last of it is accepted. Judged again, an operation has the place that it took.
 */
export function judgeResubmission(
  { clientOperationId, resubmitOf }: Resubmission,
  references: ReferenceStates,
): "FREE" | "PENDING" | "NOTHING_TO_RESUBMIT" {
  const state = references.get(resubmitOf);
  switch (state?.kind) {
    // The device is to know the verdict before it answers it.
    case undefined:
    case "UNDECIDED":
    case "PUT_BACK":
      return "PENDING";
    case "DEFERRED":
      return "FREE";
    case "ACCEPTED":
      return "NOTHING_TO_RESUBMIT";
    case "REFUSED": {
      const { replacedBy } = state;
      const isFree = replacedBy === null || replacedBy === clientOperationId;
      return isFree ? "FREE" : "NOTHING_TO_RESUBMIT";
    }
  }
}
