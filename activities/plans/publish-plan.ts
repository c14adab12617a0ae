import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import type { Plan } from "../../db/plans/plan.ts";
import type { PublishedPlan } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import type { PublicationRow } from "../../db/plans/publication/queries.ts";
import { lockEditedPlan, lockOwnPlan, type ReadDraft, refuseOldDraft } from "./lock-own-plan.ts";
import { checkPreview, lockExcepted, type SeenPublication } from "./publication/check-preview.ts";
import { exceptClients, exceptedEvent } from "./publication/except-clients.ts";
import { rejectEmptyRecurrence } from "./reject-empty-recurrence.ts";
import { refuseMissingForm } from "./refuse-missing-form.ts";
import { refuseUnknownExercises } from "./refuse-unknown-exercises.ts";

/**
 * Publishes the draft of a plan as its next revision, which never changes. It does not reach clients yet; assignments
 * that follow the plan adopt it afterwards. Excepted clients stop following in the same act.
 *
 * @throws Refusal NOT_FOUND. STATE_CONFLICT for an archived plan, a missing or changed draft, or an outdated preview.
 *   VALIDATION_FAILED for a recurrence without future dates, a form that cannot be assigned, an unknown exercise, or an
 *   excepted client who does not follow.
 */
export async function publishPlan(tx: Tx, publication: PlanPublication): Promise<PublishedPlan> {
  const { plan, content: before, excepted } = await beginPublication(tx, publication);
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
  const exception = { revision, byUserId: publishedByUserId, at: now };
  await exceptClients(tx, excepted, exception);
  await appendEvents(tx, [published(plan), ...excepted.map(exceptedEvent)], { now, requestId });
  return { plan, content };
}

/** The draft of a plan that the coach read. */
export interface PlanPublication extends ReadDraft {
  /** The preview that the coach has seen, with the clients to except; null without one. */
  readonly seen: SeenPublication | null;
  readonly publishedByUserId: string;
  readonly requestId: string | null;
}

/** Locks the plan, and before it the clients to except. @throws Refusal what `publishPlan` does. */
async function beginPublication(
  tx: Tx,
  { seen, ...publication }: PlanPublication,
): Promise<PublishedPlan & { readonly excepted: readonly PublicationRow[] }> {
  if (seen === null) return { ...(await lockOwnPlan(tx, publication)), excepted: [] };
  await lockExcepted(tx, publication.planId, seen.exceptRelationshipIds);
  const own = await lockEditedPlan(tx, publication);
  const excepted = await checkPreview(tx, own.plan, seen);
  refuseOldDraft(own, publication);
  return { ...own, excepted };
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
