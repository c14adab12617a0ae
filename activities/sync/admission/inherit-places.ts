import type { Operation } from "../../../contract/sync/schema.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { type ClockReading, correctClock } from "../../../rules/sync/correct-clock.ts";
import type { ReferenceState } from "../../../rules/sync/judge-links.ts";
import { resubmitChains } from "../../../rules/sync/judge-resubmission.ts";
import type { OperationFeature } from "../operation-feature.ts";
import { isOfUnsent } from "./answers/unsent.ts";
import type { ClassifiedOperation, FreshOperation } from "./classify-operations.ts";
import { referenceStates } from "./references/reference-states.ts";

/**
 * Finds operations that are replaced by an operation that was itself replaced before it arrived. Only its arrival
 * shows which they are; its own receipt stays (docs/rooms/sync.md#dependencies). An operation that was accepted
 * meanwhile, or replaced by another, stays as it is.
 */
export function inheritPlaces(
  classified: readonly ClassifiedOperation[],
  {
    known,
    clock,
    features,
  }: {
    readonly known: AdmissionState;
    readonly clock: ClockReading;
    readonly features: readonly OperationFeature[];
  },
): readonly Replacement[] {
  const late = lateOperations(classified, known);
  if (late.length === 0) return [];
  const operations = classified.map(({ operation }) => operation);
  const chains = resubmitChains(operations);
  const states = referenceStates(operations, known, features);
  const inherited = new Map<string, Replacement>();
  for (const { operation, replacedBy } of late) {
    const time = correctClock(new Date(operation.clientRecordedAt), clock, known);
    for (const replaced of chains.get(operation.clientOperationId) ?? [])
      // If two operations replace each other, the first one wins.
      if (replaced !== replacedBy && !inherited.has(replaced) && isOpen(states.get(replaced)))
        inherited.set(replaced, { by: { operation, time }, replaced });
  }
  return [...inherited.values()];
}

/** An operation, and one that it replaces. */
export interface Replacement {
  readonly by: Pick<FreshOperation, "operation" | "time">;
  readonly replaced: string;
}

/** States of the replaced operations for the rest of the batch. */
export function inheritedStates(
  inherited: readonly Replacement[],
): ReadonlyMap<string, ReferenceState> {
  return new Map(
    inherited.map(({ by, replaced }) => [
      replaced,
      { kind: "REFUSED", replacedBy: by.operation.clientOperationId },
    ]),
  );
}

/** An operation that was replaced before it arrived. */
interface LateOperation {
  readonly operation: Operation;
  readonly replacedBy: string | null;
}

/** Late operations of the batch that name older ones. */
function lateOperations(
  classified: readonly ClassifiedOperation[],
  { receipts, tombstones }: AdmissionState,
): readonly LateOperation[] {
  const naming = classified
    .map(({ operation }) => operation)
    .filter(({ resubmitOf, resubmitChain }) => resubmitOf !== undefined || resubmitChain);
  if (naming.length === 0) return [];
  const known = [...receipts, ...tombstones].filter(isOfUnsent);
  const unsent = new Map(known.map((receipt) => [receipt.clientOperationId, receipt]));
  return naming.flatMap((operation) => {
    const receipt = unsent.get(operation.clientOperationId);
    return receipt === undefined ? [] : [{ operation, replacedBy: receipt.replacedBy }];
  });
}

/** True if it was neither accepted nor replaced. */
function isOpen(state: ReferenceState | undefined): boolean {
  if (state?.kind === "REFUSED") return state.replacedBy === null;
  return state?.kind !== "ACCEPTED";
}
