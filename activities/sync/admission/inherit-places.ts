import type { Operation } from "../../../contract/sync/schema.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { type ClockReading, correctClock } from "../../../rules/sync/correct-clock.ts";
import type { ReferenceState } from "../../../rules/sync/judge-parents.ts";
import { resubmitChains } from "../../../rules/sync/judge-resubmission.ts";
import type { OperationFeature } from "../operation-feature.ts";
import { isOfUnsent } from "./answers/unsent-operation.ts";
import type { ClassifiedOperation, FreshOperation } from "./classify-operations.ts";
import { referenceStates } from "./references.ts";

/**
 * Operations that are replaced because the one sent in their place was itself replaced before it came. Only its arrival
 * tells which they are; its own answer stays the receipt it has (docs/rooms/sync.md#dependencies). One that was accepted
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
      // Of two in place of each other the first one keeps its place.
      if (replaced !== replacedBy && !inherited.has(replaced) && isOpen(states.get(replaced)))
        inherited.set(replaced, { by: { operation, time }, replaced });
  }
  return [...inherited.values()];
}

/** An operation, and one in whose place it was sent. */
export interface Replacement {
  readonly by: Pick<FreshOperation, "operation" | "time">;
  readonly replaced: string;
}

/** How the inherited operations stand for the rest of the batch. */
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

/** An operation that another took the place of before it came. */
interface LateOperation {
  readonly operation: Operation;
  readonly replacedBy: string | null;
}

/** Those of the batch that name older operations. */
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

/** Nothing came of it yet, and no other was sent in its place. */
function isOpen(state: ReferenceState | undefined): boolean {
  if (state?.kind === "REFUSED") return state.replacedBy === null;
  return state?.kind !== "ACCEPTED";
}
