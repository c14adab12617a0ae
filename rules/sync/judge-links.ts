import type { CanonicalId } from "../../contract/sync/schema.ts";

/**
 * Whether an operation may be decided (docs/rooms/sync.md#dependencies). A refused parent refuses it for good, an
 * unknown one leaves it pending, a deferred one defers it.
 */
export function judgeLinks(
  dependsOn: readonly string[],
  references: ReferenceStates,
): LinkJudgement {
  const refused = dependsOn.find((id) => references.get(id)?.kind === "REFUSED");
  if (refused !== undefined) return { kind: "DEPENDENCY_REFUSED", parent: refused };
  const unknown = dependsOn.find((id) => isToCome(references.get(id)));
  if (unknown !== undefined) return { kind: "PENDING", parent: unknown };
  const deferral = dependsOn.find((id) => references.get(id)?.kind === "DEFERRED");
  return deferral === undefined ? { kind: "FREE" } : { kind: "DEFERRED", parent: deferral };
}

/**
 * The state of a referenced operation. UNDECIDED: earlier in the batch, not judged yet. RETRYABLE: in the batch,
 * answered as retryable without a receipt, so it will be sent again.
 */
export type ReferenceState =
  | { readonly kind: "ACCEPTED"; readonly canonicalIds: readonly CanonicalId[] }
  | { readonly kind: "REFUSED"; readonly replacedBy: string | null }
  | { readonly kind: "DEFERRED" }
  | { readonly kind: "UNDECIDED" }
  | { readonly kind: "RETRYABLE" };

/** States by clientOperationId; a missing one is unknown to the server. */
export type ReferenceStates = Pick<ReadonlyMap<string, ReferenceState>, "get">;

/** The consequence of an operation's references; `parent` is the first reference that decides it. */
export type LinkJudgement =
  | { readonly kind: "FREE" }
  | { readonly kind: "DEPENDENCY_REFUSED"; readonly parent: string }
  | { readonly kind: "PENDING"; readonly parent: string }
  | { readonly kind: "DEFERRED"; readonly parent: string };

function isToCome(state: ReferenceState | undefined): boolean {
  return state === undefined || state.kind === "RETRYABLE";
}
