import type { ReferenceStates } from "./judge-parents.ts";

/** Stands for an operation that is not known by name: nobody may be sent in place of what it replaced. */
export const UNNAMED = "";

/** An operation that is sent in place of another. */
export interface Resubmission {
  readonly clientOperationId: string;
  readonly resubmitOf: string;
}

/**
 * Whether an operation may be sent in place of another (docs/rules.md#sync-dependencies). Nothing may have come of that
 * one, and no other may have been sent in its place: only the newest of those sent in place of each other is replaced.
 * They form one line, and at most the last of it is accepted. One without a receipt is replaced as well: should it still
 * come, it is refused. Judged again, an operation has the place that it took.
 */
export function judgeResubmission(
  { clientOperationId, resubmitOf }: Resubmission,
  references: ReferenceStates,
): "FREE" | "NOTHING_TO_RESUBMIT" {
  const state = references.get(resubmitOf);
  if (state?.kind === "ACCEPTED") return "NOTHING_TO_RESUBMIT";
  if (state?.kind !== "REFUSED") return "FREE";
  const { replacedBy } = state;
  const isFree = replacedBy === null || replacedBy === clientOperationId;
  return isFree ? "FREE" : "NOTHING_TO_RESUBMIT";
}
