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

/** An operation that may have to wait, and what it is sent in place of. */
interface UnclassifiedOperation {
  readonly operation: Operation;
  readonly judged: Judged;
  readonly replaces: readonly string[];
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
  { operation, judged, replaces }: UnclassifiedOperation,
  { named, first }: ClassifiedSoFar,
): string | null {
  if (judged.kind === "MISFIT") return null;
  const undecided = (id: string): ReferenceState | undefined =>
    first.has(id) ? { kind: "UNDECIDED" } : undefined;
  const { dependsOn } = operation;
  const references = { get: (id: string) => named.get(id) ?? undecided(id) };
  const links = judgeLinks({ dependsOn, replaces }, references);
  if (links.kind === "PENDING") return links.parent;
  if (judged.kind !== "UNDERSTOOD" || judged.references.length === 0) return null;
  const { feature } = judged;
  return dependsOn?.find((id) => isOfOther(first.get(id)?.judged, feature)) ?? null;
}

function isOfOther(judged: Judged | undefined, feature: OperationFeature): boolean {
  return judged?.kind === "UNDERSTOOD" && judged.feature !== feature;
}
