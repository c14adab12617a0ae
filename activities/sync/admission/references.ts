import { operationResultSchema, type Operation } from "../../../contract/sync/schema.ts";
import type {
  AdmissionState,
  KnownReceipt,
  KnownTombstone,
} from "../../../db/sync/admission/load-admission.ts";
import type { ReferenceState, ReferenceStates } from "../../../rules/sync/judge-parents.ts";
import { UNNAMED } from "../../../rules/sync/judge-resubmission.ts";

/** Ids of operations and of all that they name: what admission has to know of. */
export function referencedIds(operations: readonly Operation[]): string[] {
  return [
    ...new Set(
      operations.flatMap((operation) => [operation.clientOperationId, ...linksOf(operation)]),
    ),
  ];
}

/** How the operations stand, before a batch, that it names; unknown ones are missing. */
export function referenceStates(
  operations: readonly Operation[],
  { receipts, tombstones, deferrals }: AdmissionState,
): ReferenceStates {
  const named = new Set(operations.flatMap(linksOf));
  const references = new Map<string, ReferenceState>();
  if (named.size === 0) return references;
  for (const { clientOperationId: id, state } of deferrals)
    if (state === "OPEN" && named.has(id)) references.set(id, { kind: "DEFERRED" });
  for (const tombstone of tombstones)
    if (named.has(tombstone.clientOperationId))
      references.set(tombstone.clientOperationId, standingAfter(tombstone));
  for (const receipt of receipts)
    if (named.has(receipt.clientOperationId))
      references.set(receipt.clientOperationId, standingOf(receipt));
  return references;
}

/** What a tombstone tells: ids of records made so long ago are no longer mapped. */
function standingAfter(tombstone: KnownTombstone): ReferenceState {
  return tombstone.status === "ACCEPTED"
    ? { kind: "ACCEPTED", canonicalIds: [] }
    : refusedStanding(tombstone);
}

function standingOf(receipt: KnownReceipt): ReferenceState {
  if (receipt.status !== "ACCEPTED") return refusedStanding(receipt);
  const { canonicalIds } = operationResultSchema.parse(JSON.parse(receipt.answer));
  return { kind: "ACCEPTED", canonicalIds };
}

/** One that had nothing to replace stands behind what was accepted or replaced: it is over as well. */
function refusedStanding({ code, replacedBy }: KnownReceipt | KnownTombstone): ReferenceState {
  return { kind: "REFUSED", replacedBy: code === "NOTHING_TO_RESUBMIT" ? UNNAMED : replacedBy };
}

function linksOf({ dependsOn = [], resubmitOf }: Operation): readonly string[] {
  return resubmitOf === undefined ? dependsOn : [...dependsOn, resubmitOf];
}
