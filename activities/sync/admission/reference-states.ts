import {
  clientOperationIdSchema,
  operationResultSchema,
  type Operation,
} from "../../../contract/sync/schema.ts";
import type {
  AdmissionState,
  KnownReceipt,
  KnownTombstone,
} from "../../../db/sync/admission/load-admission.ts";
import {
  judgeLinks,
  type ReferenceState,
  type ReferenceStates,
} from "../../../rules/sync/judge-parents.ts";
import {
  judgeResubmission,
  namedInPlace,
  type Resubmission,
  UNNAMED,
} from "../../../rules/sync/judge-resubmission.ts";
import { findOperationType, type OperationFeature } from "../operation-feature.ts";
import type { Judged, RefusedOperation } from "./judge-operation.ts";

/**
 * The states before a batch of the operations that it names; unknown ones are missing.
 *
 * @param features those whose operations may follow others; none, if nothing is followed any more.
 */
export function referenceStates(
  operations: readonly Operation[],
  { receipts, tombstones, deferrals }: AdmissionState,
  features: readonly OperationFeature[],
): ReferenceStates {
  const named = new Set(
    operations.flatMap((operation) => [...linksOf(operation), ...followedIds(operation, features)]),
  );
  const references = new Map<string, ReferenceState>();
  if (named.size === 0) return references;
  for (const { clientOperationId: id, state } of deferrals)
    if (state === "OPEN" && named.has(id)) references.set(id, { kind: "DEFERRED" });
  for (const tombstone of tombstones)
    if (named.has(tombstone.clientOperationId))
      references.set(tombstone.clientOperationId, stateOfTombstone(tombstone));
  for (const receipt of receipts)
    if (named.has(receipt.clientOperationId))
      references.set(receipt.clientOperationId, stateOfReceipt(receipt));
  return references;
}

/** Ids of the operations and of all that they name; admission loads these. */
export function referencedIds(
  operations: readonly Operation[],
  features: readonly OperationFeature[],
): string[] {
  return [
    ...new Set(
      operations.flatMap((operation) => [
        operation.clientOperationId,
        ...linksOf(operation),
        ...followedIds(operation, features),
      ]),
    ),
  ];
}

/** The state behind a tombstone; ids of records created so long ago are no longer mapped. */
function stateOfTombstone(tombstone: KnownTombstone): ReferenceState {
  return tombstone.status === "ACCEPTED"
    ? { kind: "ACCEPTED", canonicalIds: [] }
    : stateOfRefused(tombstone);
}

function stateOfReceipt(receipt: KnownReceipt): ReferenceState {
  if (receipt.status !== "ACCEPTED") return stateOfRefused(receipt);
  const { canonicalIds } = operationResultSchema.parse(JSON.parse(receipt.answer));
  return { kind: "ACCEPTED", canonicalIds };
}

/** `NOTHING_TO_RESUBMIT` counts as replaced: its target was accepted or replaced already. */
export function stateOfRefused({
  code,
  replacedBy,
}: Pick<KnownReceipt | KnownTombstone, "code" | "replacedBy">): ReferenceState {
  return { kind: "REFUSED", replacedBy: code === "NOTHING_TO_RESUBMIT" ? UNNAMED : replacedBy };
}

function linksOf(operation: Operation): readonly string[] {
  return [...(operation.dependsOn ?? []), ...namedInPlace(operation)];
}

/** Operations of the same device that this one waits for while they are deferred (`follows` of its type). */
export function followedIds(
  { operationType, payload }: Operation,
  features: readonly OperationFeature[],
): readonly string[] {
  const fields = findOperationType(features, operationType)?.type.follows ?? [];
  return fields.flatMap((field) => {
    const named = clientOperationIdSchema.safeParse(payload[field]);
    return named.success ? [named.data] : [];
  });
}

/** The first operation of a batch with this id. */
export interface FirstOfId {
  readonly ordinal: number;
  readonly fingerprint: string;
  readonly judged: Judged;
}

/** An operation that may have to wait. */
interface UnclassifiedOperation {
  readonly operation: Operation;
  readonly judged: Judged;
}

/** The classified part of a batch, as later operations see it. */
export interface ClassifiedSoFar {
  readonly named: ReferenceStates;
  readonly first: ReadonlyMap<string, FirstOfId>;
}

/**
 * The operation that a new one must wait for, or null. A local id is resolved within the batch only if the same
 * feature created it; what another feature creates is loaded by a later batch.
 */
export function pendingParent(
  { operation, judged }: UnclassifiedOperation,
  { named, first }: ClassifiedSoFar,
): string | null {
  if (judged.kind === "REFUSED") return null;
  const { dependsOn = [] } = operation;
  const links = judgeLinks(dependsOn, statesSoFar({ named, first }));
  if (links.kind === "PENDING") return links.parent;
  if (judged.kind !== "VALID" || judged.references.length === 0) return null;
  const { feature } = judged;
  return dependsOn.find((id) => isOfOther(first.get(id)?.judged, feature)) ?? null;
}

/** States of the operations that one of the batch names; those earlier in the batch are not decided yet. */
function statesSoFar({ named, first }: ClassifiedSoFar): ReferenceStates {
  const undecided = (id: string): ReferenceState | undefined =>
    first.has(id) ? { kind: "UNDECIDED" } : undefined;
  return { get: (id) => named.get(id) ?? undecided(id) };
}

function isOfOther(judged: Judged | undefined, feature: OperationFeature): boolean {
  return judged?.kind === "VALID" && judged.feature !== feature;
}

/** The chain that an operation continues, newest first and mostly empty; or why it may not. */
export type Placed =
  | { readonly kind: "FREE"; readonly replaces: readonly string[] }
  | RefusedOperation;

/**
 * Determines which chain an operation continues, before anything else is decided about it. A refused or deferred
 * operation also takes its place in the chain, and the next one must name it.
 */
export function takePlace(
  { clientOperationId, inPlaceOf }: Resubmission,
  references: ReferenceStates,
): Placed {
  const judged = judgeResubmission({ clientOperationId, inPlaceOf }, references);
  return judged.kind === "FREE"
    ? { kind: "FREE", replaces: inPlaceOf }
    : { kind: "REFUSED", code: judged.kind, binds: true, parent: judged.parent };
}
