import type { Operation } from "../../../contract/sync/schema.ts";
import type { ReferenceState, ReferenceStates } from "../../../rules/sync/judge-parents.ts";
import { judgeResubmission } from "../../../rules/sync/judge-resubmission.ts";
import type { Misfit } from "./judge-operation.ts";

/** Whether an operation takes the place of the one that it names, or of none. */
export type Placed =
  | { readonly kind: "FREE"; readonly replaces: string | null }
  | { readonly kind: "PENDING"; readonly parent: string }
  | Misfit;

/**
 * The place of an operation, before anything else is decided of it: what is refused or deferred stands in
 * place of the other as well, so that the next one names it. `places` are those that earlier ones of the
 * batch took, by the operation that they are sent in place of.
 */
export function takePlace(
  { clientOperationId, resubmitOf }: Operation,
  references: ReferenceStates,
  places: ReadonlyMap<string, string> = new Map(),
): Placed {
  if (resubmitOf === undefined) return { kind: "FREE", replaces: null };
  const taken = (id: string): ReferenceState | undefined => {
    const replacedBy = places.get(id);
    return replacedBy === undefined ? undefined : { kind: "REFUSED", replacedBy };
  };
  const judged = judgeResubmission(
    { clientOperationId, resubmitOf },
    { get: (id) => taken(id) ?? references.get(id) },
  );
  switch (judged) {
    case "FREE":
      return { kind: "FREE", replaces: resubmitOf };
    case "PENDING":
      return { kind: "PENDING", parent: resubmitOf };
    case "NOTHING_TO_RESUBMIT":
      return { kind: "MISFIT", code: judged, binds: true, parent: resubmitOf };
  }
}
