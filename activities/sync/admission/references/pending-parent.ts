import type { Operation } from "../../../../contract/sync/schema.ts";
import {
  judgeLinks,
  type ReferenceState,
  type ReferenceStates,
} from "../../../../rules/sync/judge-links.ts";
import type { OperationFeature } from "../../operation-feature.ts";
import type { Judged } from "../prepare/judge-operation.ts";

/**
 * The operation that a new one must wait for, or null. A local id is resolved within the batch only if the same
 * feature created it; what another feature creates is loaded by a later batch.
 */
export function pendingParent(
  { operation, judged }: UnclassifiedOperation,
  { named, first }: ClassifiedSoFar,
): string | null {
  if (judged.kind === "DECIDED") return null;
  const { dependsOn = [] } = operation;
  const links = judgeLinks(dependsOn, statesSoFar({ named, first }));
  if (links.kind === "PENDING") return links.parent;
  if (judged.kind !== "VALID" || judged.references.length === 0) return null;
  const { feature } = judged;
  return dependsOn.find((id) => isOfOther(first.get(id)?.judged, feature)) ?? null;
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

/** States of the operations that one of the batch names; those earlier in the batch are not decided yet. */
function statesSoFar({ named, first }: ClassifiedSoFar): ReferenceStates {
  const undecided = (id: string): ReferenceState | undefined =>
    first.has(id) ? { kind: "UNDECIDED" } : undefined;
  return { get: (id) => named.get(id) ?? undecided(id) };
}

function isOfOther(judged: Judged | undefined, feature: OperationFeature): boolean {
  return judged?.kind === "VALID" && judged.feature !== feature;
}
