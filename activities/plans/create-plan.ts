import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { newId } from "../../db/platform/new-id.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import { Plan } from "../../db/plans/plan.ts";
import { countOpenPlans, type PublishedPlan } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { withItemKeys } from "../../rules/plans/with-item-keys.ts";
import { rejectEmptyDraft, rejectEmptyRecurrence } from "./reject-empty-recurrence.ts";
import { refuseMissingForm } from "./refuse-missing-form.ts";
import { refuseUnknownExercises } from "./refuse-unknown-exercises.ts";

/**
 * Creates a plan in the workspace, without assignments. The caller must have locked the workspace, so that two calls
 * cannot exceed the limit.
 *
 * @throws Refusal
 * - PLAN_LIMIT_REACHED when the workspace already has the maximum number of plans
 * - VALIDATION_FAILED for a recurrence without dates
 * - VALIDATION_FAILED on publishing a check-in whose form cannot be assigned, or a program with an exercise missing
 *   from the library
 */
export async function createPlan(tx: Tx, input: NewPlan): Promise<PublishedPlan> {
  const now = await clockNow(tx);
  if (input.publish) {
    rejectEmptyRecurrence(input.content, now, "/content");
    await refuseMissingForm(tx, input, "/content");
    await refuseUnknownExercises(tx, { ...input, before: null }, "/content");
  } else rejectEmptyDraft(input.content, now);
  return await addPlan(tx, { ...input, keepsItemKeys: false });
}

/** A plan to create, and its workspace. */
export interface NewPlan {
  readonly workspaceId: string;
  readonly createdByUserId: string;
  readonly content: PlanContent;
  /** True to publish its first revision at once, false to keep it as a draft. */
  readonly publish: boolean;
}

/**
 * The same with content that was already validated; content of another plan keeps the keys of its items.
 *
 * @throws Refusal PLAN_LIMIT_REACHED.
 */
export async function addPlan(
  tx: Tx,
  input: NewPlan & { readonly keepsItemKeys: boolean },
): Promise<PublishedPlan> {
  if ((await countOpenPlans(tx, input.workspaceId)) >= PLAN_LIMITS.plansPerWorkspace)
    throw new Refusal("PLAN_LIMIT_REACHED");
  const now = await clockNow(tx);
  const { publish, workspaceId, createdByUserId } = input;
  const content = input.keepsItemKeys ? input.content : withItemKeys(input.content, [], newId);
  const plan = tx.create(Plan, {
    id: newId(),
    workspaceId,
    kind: content.kind,
    status: publish ? "PUBLISHED" : "DRAFT",
    title: content.title,
    draft: publish ? null : content,
    draftRevision: 1,
    publishedRevision: Number(publish),
    spreadRevision: Number(publish),
    createdByUserId,
    createdAt: now,
    updatedAt: now,
  });
  await tx.flush();
  if (!publish) return { plan, content: null };
  const revision = { planId: plan.id, revision: 1, content };
  tx.create(PlanRevision, { ...revision, publishedByUserId: createdByUserId, publishedAt: now });
  await tx.flush();
  return { plan, content };
}
