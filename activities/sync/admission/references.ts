import { operationResultSchema, type Operation } from "../../../contract/sync/schema.ts";
import type { FinalStatus } from "../../../contract/sync/vocabulary.ts";
import type { AdmissionState, KnownReceipt } from "../../../db/sync/admission/load-admission.ts";
import type { ResubmissionLines } from "../../../db/sync/admission/resubmissions.ts";
import type { ReferenceState, ReferenceStates } from "../../../rules/sync/judge-parents.ts";

/** What an admission knows, also of the lines in which its operations stand. */
export interface LoadedAdmission extends AdmissionState {
  readonly lines: ResubmissionLines;
}

/** Ids of operations and of all that they name: what admission has to know of. */
export function referencedIds(operations: readonly Operation[]): string[] {
  return [
    ...new Set(
      operations.flatMap((operation) => [operation.clientOperationId, ...linksOf(operation)]),
    ),
  ];
}

/** How the operations stand, before a batch, that it names or replaces; unknown ones are missing. */
export function referenceStates(
  operations: readonly Operation[],
  { receipts, tombstones, deferrals, lines }: LoadedAdmission,
): ReferenceStates {
  const named = new Set([...operations.flatMap(linksOf), ...[...lines.values()].flat()]);
  const references = new Map<string, ReferenceState>();
  if (named.size === 0) return references;
  for (const { clientOperationId: id, state } of deferrals)
    if (state === "OPEN" && named.has(id)) references.set(id, { kind: "DEFERRED" });
  for (const { clientOperationId: id, status, resubmitted } of tombstones)
    if (named.has(id)) references.set(id, standingAfter(status, resubmitted));
  for (const receipt of receipts)
    if (named.has(receipt.clientOperationId))
      references.set(receipt.clientOperationId, standingOf(receipt));
  return references;
}

/** What a tombstone tells: ids of records made so long ago are no longer mapped. */
function standingAfter(status: FinalStatus, resubmitted: boolean): ReferenceState {
  return status === "ACCEPTED"
    ? { kind: "ACCEPTED", canonicalIds: [] }
    : { kind: "REFUSED", resubmitted };
}

function standingOf({ status, answer, resubmitted }: KnownReceipt): ReferenceState {
  if (status !== "ACCEPTED") return { kind: "REFUSED", resubmitted };
  const { canonicalIds } = operationResultSchema.parse(JSON.parse(answer));
  return { kind: "ACCEPTED", canonicalIds };
}

function linksOf({ dependsOn = [], resubmitOf }: Operation): readonly string[] {
  return resubmitOf === undefined ? dependsOn : [...dependsOn, resubmitOf];
}
