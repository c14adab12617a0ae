import type { CanonicalId } from "../../contract/sync/schema.ts";

/** Where an operation stands that others name. UNDECIDED: earlier in the batch, not judged yet. */
export type ReferenceState =
  | { readonly kind: "ACCEPTED"; readonly canonicalIds: readonly CanonicalId[] }
  | { readonly kind: "REFUSED"; readonly resubmitted: boolean }
  | { readonly kind: "DEFERRED" }
  | { readonly kind: "UNDECIDED" };

/** ReferenceStates by clientOperationId; what is missing is unknown to the server. */
export type ReferenceStates = Pick<ReadonlyMap<string, ReferenceState>, "get">;

/** What an operation names beside its content. */
export interface Links {
  readonly dependsOn?: readonly string[] | undefined;
  /** What it is sent in place of: first the one it names, then what that one was sent in place of. */
  readonly replaces?: readonly string[];
}

/** What follows from the operations that one names; `parent` is the first of them that decides it. */
export type LinkJudgement =
  | { readonly kind: "FREE" }
  | { readonly kind: "DEPENDENCY_REFUSED"; readonly parent: string }
  | { readonly kind: "NOTHING_TO_RESUBMIT"; readonly parent: string }
  | { readonly kind: "PENDING"; readonly parent: string }
  | { readonly kind: "DEFERRED"; readonly parent: string };

/**
 * Whether an operation may be decided (docs/rules.md#sync-dependencies): a refused parent refuses it for
 * good, an unknown one leaves it pending, one that is deferred takes it along. What it is sent in place
 * of must have been judged, and neither that nor what that one stood for may have been accepted or
 * replaced already.
 */
export function judgeLinks(links: Links, references: ReferenceStates): LinkJudgement {
  const { dependsOn = [], replaces = [] } = links;
  const refused = dependsOn.find((id) => references.get(id)?.kind === "REFUSED");
  if (refused !== undefined) return { kind: "DEPENDENCY_REFUSED", parent: refused };
  const unknown = dependsOn.find((id) => references.get(id) === undefined);
  if (unknown !== undefined) return { kind: "PENDING", parent: unknown };
  const replaced = judgeReplaced(replaces, references);
  if (replaced !== null) return replaced;
  const deferral = dependsOn.find((id) => references.get(id)?.kind === "DEFERRED");
  return deferral === undefined ? { kind: "FREE" } : { kind: "DEFERRED", parent: deferral };
}

function judgeReplaced(line: readonly string[], references: ReferenceStates): LinkJudgement | null {
  const [parent] = line;
  if (parent === undefined) return null;
  const reference = references.get(parent);
  // The device is to know the verdict before it answers it.
  if (reference === undefined || reference.kind === "UNDECIDED") return { kind: "PENDING", parent };
  const over = line.some((id) => isOver(references.get(id)));
  return over ? { kind: "NOTHING_TO_RESUBMIT", parent } : null;
}

function isOver(reference: ReferenceState | undefined): boolean {
  return reference?.kind === "ACCEPTED" || (reference?.kind === "REFUSED" && reference.resubmitted);
}
