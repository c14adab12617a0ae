import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import type { Plan } from "../../db/plans/plan.ts";
import type { PublishedPlan } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { lockOwnPlan, type ReadDraft } from "./lock-own-plan.ts";
import { rejectEmptyRecurrence } from "./reject-empty-recurrence.ts";
import { refuseMissingForm } from "./refuse-missing-form.ts";
import { refuseUnknownExercises } from "./refuse-unknown-exercises.ts";

/**
 * Publishes the draft of a plan as its next revision, which never changes. It does not reach clients yet; assignments
 * that follow the plan adopt it afterwards.
 *
 * @throws Refusal NOT_FOUND. STATE_CONFLICT for an archived plan, without a draft, or when the draft has changed since.
 * VALIDATION_FAILED for a recurrence without future dates, a check-in whose form cannot be assigned, or a program with
 * an exercise missing from the library.
 */
export async function publishPlan(tx: Tx, publication: PlanPublication): Promise<PublishedPlan> {
  const { plan, content: before } = await lockOwnPlan(tx, publication);
  const content = plan.draft;
  if (content === null) throw stateConflict("NO_DRAFT");
  const now = await clockNow(tx);
  rejectEmptyRecurrence(content, now, "/draft");
  await refuseMissingForm(tx, { ...publication, content }, "/draft");
  await refuseUnknownExercises(tx, { ...publication, content, before }, "/draft");
  const revision = plan.publishedRevision + 1;
  const { publishedByUserId, requestId } = publication;
  tx.create(PlanRevision, {
    planId: plan.id,
    revision,
    content,
    publishedByUserId,
    publishedAt: now,
  });
  plan.status = "PUBLISHED";
  plan.draft = null;
  plan.draftRevision += 1;
  plan.publishedRevision = revision;
  // A plan has no followers before its first publication.
  if (revision === 1) plan.spreadRevision = 1;
  plan.updatedAt = now;
  await tx.flush();
  await appendEvents(tx, [published(plan)], { now, requestId });
  return { plan, content };
}

/** The draft of a plan that the coach read. */
export interface PlanPublication extends ReadDraft {
  readonly publishedByUserId: string;
  readonly requestId: string | null;
}

function published({ id, workspaceId, publishedRevision }: Plan): DomainEvent {
  const refs = { workspaceId, planId: id };
  return {
    eventId: newId(),
    type: "PlanPublished",
    subjectId: id,
    version: publishedRevision,
    refs,
  };
}
