import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import {
  closeSessionReview,
  countReviewed,
  countReviewEnded,
  type EndedSession,
  endReviewSessions,
  lockReviewUsers,
  openSessionReview,
} from "../../db/providers/session-review.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, transact, type Tx } from "../../db/transact.ts";
import { announceEnded, type SessionHooks } from "../accounts/sessions/session-hook.ts";

/** Users of one transaction; a provider may have very many. */
const SLICE = 500;

/** A security disable of a provider. */
export interface ProviderRevocation {
  readonly providerKey: string;
  /** The audit line of the disable, which each ended session names, and the id of the review. */
  readonly auditEventId: string;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Orders the end of all sessions that began by a provider, in the transaction that disables it. They
 * end by `reviewProviderSessions`: whoever ordered it runs it at once, and the outbox makes sure of it.
 */
export async function orderSessionReview(tx: Tx, revocation: ProviderRevocation): Promise<void> {
  const { providerKey, auditEventId, actor, requestId } = revocation;
  await openSessionReview(tx, { id: auditEventId, providerKey, actor });
  const event = reviewEvent("AuthProviderSessionReviewOpened", auditEventId, { providerKey });
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
}

/** One review to be run, by whoever comes first; two at once share the work. */
export interface ReviewRun {
  readonly reviewId: string;
  readonly requestId: string | null;
  /** Only tests take smaller slices. */
  readonly slice?: number;
}

/**
 * Ends the sessions of a review with their devices, slice by slice, and closes it with what is left
 * over. Cut off anywhere, it goes on where it was; run again, it finds nothing to do.
 *
 * @returns how many sessions the review has ended.
 */
export async function reviewProviderSessions(
  em: SqlEntityManager,
  run: ReviewRun,
  hooks: SessionHooks,
): Promise<number> {
  for (;;) {
    if (!(await transact(em, (tx) => endSlice(tx, run, hooks)))) break;
  }
  return transact(em, async (tx) => {
    const closed = await closeSessionReview(tx, run.reviewId);
    if (closed !== null) {
      const event = reviewEvent("AuthProviderSessionsReviewed", run.reviewId, { ...closed });
      await appendEvents(tx, [event], { now: await clockNow(tx), requestId: run.requestId });
    }
    return countReviewEnded(tx, run.reviewId);
  });
}

/** One slice, in the order of locks that every end of a session keeps; false when none was left. */
async function endSlice(tx: Tx, run: ReviewRun, hooks: SessionHooks): Promise<boolean> {
  const { reviewId, requestId, slice = SLICE } = run;
  const userIds = await lockReviewUsers(tx, reviewId, slice);
  if (userIds.length === 0) return false;
  const ended = await endReviewSessions(tx, reviewId, userIds);
  const sessionIds = ended.map(({ id }) => id);
  const origin = { now: await clockNow(tx), requestId };
  await appendEvents(tx, ended.map(sessionRevoked), origin);
  const sessions = { userIds, sessionIds, reason: "PROVIDER_DISABLED", ...origin } as const;
  const { devices = 0 } = await announceEnded(tx, hooks, sessions);
  await countReviewed(tx, reviewId, { sessions: ended.length, devices });
  return true;
}

function sessionRevoked({ id, userId }: EndedSession): DomainEvent {
  const refs = { userId, reason: "PROVIDER_DISABLED" };
  return { eventId: newId(), type: "SessionRevoked", subjectId: id, version: 0, refs };
}

function reviewEvent(
  type: "AuthProviderSessionReviewOpened" | "AuthProviderSessionsReviewed",
  subjectId: string,
  refs: DomainEvent["refs"],
): DomainEvent {
  return { eventId: newId(), type, subjectId, version: 0, refs };
}
