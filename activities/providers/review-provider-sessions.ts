import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import {
  closeSessionReview,
  countReviewed,
  countReviewEnded,
  type EndedSession,
  endReviewSessions,
  listReviewUsers,
  lockReviewUsers,
  openSessionReview,
} from "../../db/providers/session-review.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { announceEnded, type SessionHooks } from "../accounts/sessions/session-hook.ts";
import { bisectWork, isNoRowFault } from "../bisect-work.ts";

/**
 * Ends the sessions of a review and their devices, slice by slice, and then closes the review. An interrupted run is
 * continued by the next; a run of a closed review finds nothing to do. If the sessions of one user cannot be ended,
 * those of all others still end, and the review stays open (docs/rooms/house.md#one-fault).
 *
 * @returns how many sessions the review has ended.
 * @throws the fault of the first user whose sessions could not be ended, after all others.
 */
export async function reviewProviderSessions(
  em: SqlEntityManager,
  run: ReviewRun,
  hooks: SessionHooks,
): Promise<number> {
  const { reviewId, slice: limit = SLICE } = run;
  const faults: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const page = { after, limit };
    const userIds: readonly string[] = await transact(em, (tx) =>
      listReviewUsers(tx, reviewId, page),
    );
    const together = (some: readonly string[]) =>
      transact(em, (tx) => endSlice(tx, { ...run, userIds: some }, hooks));
    const alone = async (_: string, error: unknown) => void faults.push(error);
    await bisectWork(userIds, { together, alone }, isNoRowFault);
    after = userIds.at(-1) ?? null;
    if (userIds.length < limit) break;
  }
  if (faults.length > 0) throw faults[0];
  return transact(em, async (tx) => {
    const closed = await closeSessionReview(tx, reviewId);
    if (closed !== null) {
      const event = reviewEvent("AuthProviderSessionsReviewed", reviewId, { ...closed });
      await appendEvents(tx, [event], { now: await clockNow(tx), requestId: run.requestId });
    }
    return countReviewEnded(tx, reviewId);
  });
}

/** Users of one transaction; a provider may have very many. */
const SLICE = 250;

/** A security disable of a provider. */
export interface ProviderRevocation {
  readonly providerKey: string;
  /** Id of the review, and of the disable's audit line, which the audit of each ended session names. */
  readonly auditEventId: string;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Orders the end of all sessions that began through a provider, in the transaction that disables it.
 * `reviewProviderSessions` ends them. The caller runs it at once; if that is interrupted, the outbox runs it again.
 */
export async function orderSessionReview(tx: Tx, revocation: ProviderRevocation): Promise<void> {
  const { providerKey, auditEventId, actor, requestId } = revocation;
  await openSessionReview(tx, { id: auditEventId, providerKey, actor });
  const event = reviewEvent("AuthProviderSessionReviewOpened", auditEventId, { providerKey });
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
}

/** One run of a review. Two runs at once share its work. */
export interface ReviewRun {
  readonly reviewId: string;
  readonly requestId: string | null;
  /** Only tests use smaller slices. */
  readonly slice?: number;
}

/** Ends one slice, in the lock order of every end of a session. @returns how many sessions ended. */
async function endSlice(
  tx: Tx,
  { reviewId, requestId, userIds: some }: ReviewRun & { readonly userIds: readonly string[] },
  hooks: SessionHooks,
): Promise<number> {
  const userIds = await lockReviewUsers(tx, reviewId, some);
  if (userIds.length === 0) return 0;
  const ended = await endReviewSessions(tx, reviewId, userIds);
  const sessionIds = ended.map(({ id }) => id);
  const origin = { now: await clockNow(tx), requestId };
  await appendEvents(tx, ended.map(sessionRevoked), origin);
  const sessions = { userIds, sessionIds, reason: "PROVIDER_DISABLED", ...origin } as const;
  const { devices = 0 } = await announceEnded(tx, hooks, sessions);
  await countReviewed(tx, reviewId, { sessions: ended.length, devices });
  return ended.length;
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
