import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { newId } from "../../db/platform/new-id.ts";
import { listItemKeys } from "../../db/plans/list-item-keys.ts";
import type { PublishedPlan } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { withItemKeys } from "../../rules/plans/with-item-keys.ts";
import { lockOwnPlan, type ReadDraft } from "./lock-own-plan.ts";
import { rejectEmptyDraft } from "./reject-empty-recurrence.ts";

/**
 * Replaces the draft of a plan, or creates one; published revisions stay.
 *
 * @throws Refusal NOT_FOUND. STATE_CONFLICT for an archived plan, one of another kind, or when the draft has changed
 * since. VALIDATION_FAILED for a recurrence without dates.
 */
export async function savePlanDraft(tx: Tx, change: PlanDraftChange): Promise<PublishedPlan> {
  const { plan, content } = await lockOwnPlan(tx, change);
  if (plan.kind !== change.content.kind) throw stateConflict("KIND_IS_FIXED");
  const now = await clockNow(tx);
  rejectEmptyDraft(change.content, now);
  const draft = withItemKeys(change.content, await listItemKeys(tx, plan.id), newId);
  const draftRevision = plan.draftRevision + 1;
  tx.assign(plan, { title: draft.title, draftRevision, updatedAt: now });
  plan.draft = draft;
  await tx.flush();
  return { plan, content };
}

/** The new content of a draft, based on the revision that the coach read. */
export interface PlanDraftChange extends ReadDraft {
  readonly content: PlanContent;
}
