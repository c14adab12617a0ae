import type { Operation } from "../../../contract/sync/schema.ts";
import {
  judgeLinks,
  type ReferenceState,
  type ReferenceStates,
} from "../../../rules/sync/judge-parents.ts";
import type { Judged } from "./judge-operation.ts";
import type { OperationFeature } from "../operation-feature.ts";

/** The first operation of a batch under an id. */
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

/** What the classified part of a batch tells of the operations that a later one names. */
export interface ClassifiedSoFar {
  readonly named: ReferenceStates;
  readonly first: ReadonlyMap<string, FirstOfId>;
}

/**
 * The operation that a new one has to wait for, or null. A local id is resolved within the batch only
 * where the feature that made it sees it: what another feature makes is loaded by a later batch.
 */
export function pendingParent(
  { operation, judged }: UnclassifiedOperation,
  { named, first }: ClassifiedSoFar,
): string | null {
  if (judged.kind === "MISFIT") return null;
  const { dependsOn = [] } = operation;
  const links = judgeLinks(dependsOn, standingsSoFar({ named, first }));
  if (links.kind === "PENDING") return links.parent;
  if (judged.kind !== "UNDERSTOOD" || judged.references.length === 0) return null;
  const { feature } = judged;
  return dependsOn.find((id) => isOfOther(first.get(id)?.judged, feature)) ?? null;
}

/** How the operations stand that one of the batch names: those before it are not decided yet. */
export function standingsSoFar({ named, first }: ClassifiedSoFar): ReferenceStates {
  const undecided = (id: string): ReferenceState | undefined =>
    first.has(id) ? { kind: "UNDECIDED" } : undefined;
  return { get: (id) => named.get(id) ?? undecided(id) };
}

function isOfOther(judged: Judged | undefined, feature: OperationFeature): boolean {
  return judged?.kind === "UNDERSTOOD" && judged.feature !== feature;
}
