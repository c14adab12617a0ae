import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { lockPlan } from "../../db/plans/lock-plan.ts";
import { getPlan, type PublishedPlan } from "../../db/plans/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { PlanKey } from "./archive-plan.ts";

/**
 * Locks a plan for a change by a coach who read its draft.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT when it is archived, or its draft has changed since.
 */
export async function lockOwnPlan(tx: Tx, read: ReadDraft): Promise<PublishedPlan> {
  const own = await lockEditedPlan(tx, read);
  refuseOldDraft(own, read);
  return own;
}

/** Locks a plan for a change. @throws Refusal NOT_FOUND, STATE_CONFLICT when it is archived. */
export async function lockEditedPlan(tx: Tx, key: PlanKey): Promise<PublishedPlan> {
  if (!(await lockPlan(tx, key))) throw new Refusal("NOT_FOUND");
  const own = await getPlan(tx, key);
  if (own.plan.status === "ARCHIVED") throw stateConflict("ARCHIVED");
  return own;
}

/** @throws Refusal STATE_CONFLICT when the draft has changed since it was read. */
export function refuseOldDraft(
  { plan }: PublishedPlan,
  { expectedDraftRevision }: Pick<ReadDraft, "expectedDraftRevision">,
): void {
  if (plan.draftRevision !== expectedDraftRevision) throw stateConflict("CHANGED_SINCE_READ");
}

/** The revision of a plan's draft that the coach read. */
export interface ReadDraft extends PlanKey {
  readonly expectedDraftRevision: number;
}
