import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { type PublicationRow, listForPublication } from "../../../db/plans/publication/queries.ts";
import type { PublishedPlan } from "../../../db/plans/queries.ts";
import { lockScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { judgePreview, type SeenPreview } from "../../../rules/plans/publication/judge-preview.ts";
import { decodePreviewVersion } from "./preview-version.ts";

/**
 * Checks that a publication fits the preview that its coach has seen. The caller has locked the plan, so that nobody
 * assigns it or follows it again meanwhile.
 *
 * @returns the followers to except; without those who left by themselves since the preview.
 * @throws Refusal STATE_CONFLICT naming everything that changed. VALIDATION_FAILED for a client who does not follow.
 */
export async function checkPreview(
  tx: Tx,
  plan: PublishedPlan["plan"],
  { previewVersion, exceptRelationshipIds }: SeenPublication,
): Promise<readonly PublicationRow[]> {
  const seen = seenIn(previewVersion);
  const assignments = await listForPublication(tx, plan.id, [...seen.following, ...seen.staying]);
  const { draftRevision, publishedRevision: newestRevision } = plan;
  const reasons = judgePreview(seen, { draftRevision, newestRevision, assignments });
  if (reasons.length > 0) throw stateConflict(reasons, { pointer: "/previewVersion" });
  const following = new Set(seen.following);
  const followers = new Map(
    assignments.filter(({ id }) => following.has(id)).map((row) => [row.relationshipId, row]),
  );
  refuseOthers(exceptRelationshipIds, followers);
  const excepted = exceptRelationshipIds.flatMap((id) => followers.get(id) ?? []);
  return excepted.filter(({ state }) => state === "OPEN");
}

/** The preview that a coach has seen, and the clients whom they except from the publication. */
export interface SeenPublication {
  readonly previewVersion: string;
  readonly exceptRelationshipIds: readonly string[];
}

/**
 * Locks the scopes of the clients to except, before the plan is locked (docs/architecture.md#lock-order). An id that
 * does not have the plan is refused later, and locks nothing.
 */
export async function lockExcepted(
  tx: Tx,
  planId: string,
  exceptRelationshipIds: readonly string[],
): Promise<void> {
  if (exceptRelationshipIds.length === 0) return;
  const wanted = new Set(exceptRelationshipIds);
  const assignments = await listForPublication(tx, planId, []);
  const ids = assignments
    .map(({ relationshipId }) => relationshipId)
    .filter((id) => wanted.has(id));
  await lockScopes(tx, ids);
}

/** @throws Refusal VALIDATION_FAILED. */
function seenIn(previewVersion: string): SeenPreview {
  const seen = decodePreviewVersion(previewVersion);
  if (seen !== null) return seen;
  const message = "Not the version of a preview";
  throw new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/previewVersion", code: "invalid_format", message }],
  });
}

function refuseOthers(
  relationshipIds: readonly string[],
  followers: ReadonlyMap<string, PublicationRow>,
): void {
  const errors = relationshipIds.flatMap((id, place) => {
    if (followers.has(id)) return [];
    const message = "Does not follow this plan";
    return [{ pointer: `/exceptRelationshipIds/${place}`, code: "does_not_follow", message }];
  });
  if (errors.length > 0) throw new Refusal("VALIDATION_FAILED", { errors });
}
