import { sql } from "kysely";
import type { SessionEnd } from "../../contract/accounts/session-vocabulary.ts";
import { firstRow, type Tx } from "../transact.ts";

const ENDED_FOR: SessionEnd = "PROVIDER_DISABLED";

/** Opens the review of a security disable: sessions that began by the provider until now are to end. */
export async function openSessionReview(
  tx: Tx,
  review: { readonly id: string; readonly providerKey: string; readonly actor: string },
): Promise<void> {
  await sql`
    insert into auth_provider_session_review
      (id, provider_key, actor, ended_count, device_count, opened_at)
    values (${review.id}, ${review.providerKey}, ${review.actor}, 0, 0, clock_now())
  `.execute(tx.getKysely());
}

/** Sessions that are to end, and still go on. */
const toEnd = (reviewId: string) => sql`
  select s.id, s.user_id
    from auth_provider_session_review r
    join auth_identity i on i.provider = r.provider_key
    join app_session s on s.identity_id = i.id
   where r.id = ${reviewId} and r.reviewed_at is null
     and s.revoked_at is null and s.started_at <= r.opened_at`;

/** Locks users who have such a session, in id order, at most `limit`. Nobody: none is left. */
export async function lockReviewUsers(
  tx: Tx,
  reviewId: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user
     where id in (select distinct user_id from (${toEnd(reviewId)}) s order by user_id limit ${limit})
     order by id for no key update
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}

/** A session that this call ended. */
export interface EndedSession {
  readonly id: string;
  readonly userId: string;
}

/** Ends those sessions of these users, each with its line in the auth audit, in one statement. */
export async function endReviewSessions(
  tx: Tx,
  reviewId: string,
  userIds: readonly string[],
): Promise<readonly EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    with ended as (
      update app_session s set revoked_at = clock_now(), revoked_for = ${ENDED_FOR}
        from (${toEnd(reviewId)}) due
       where due.id = s.id and s.user_id = any(${userIds}::uuid[])
      returning s.id, s.user_id),
    audited as (
      insert into auth_audit_event (id, user_id, event_type, provider, actor, metadata, created_at)
      select uuidv7(), e.user_id, 'SESSION_REVOKED', r.provider_key, r.actor,
             jsonb_build_object('appSessionId', e.id, 'reason', ${ENDED_FOR}::text,
                                'auditEventId', r.id::text),
             clock_now()
        from ended e cross join auth_provider_session_review r where r.id = ${reviewId})
    select id, user_id as "userId" from ended order by id
  `.execute(tx.getKysely());
  return rows;
}

/** Adds what one slice ended. */
export async function countReviewed(
  tx: Tx,
  reviewId: string,
  ended: { readonly sessions: number; readonly devices: number },
): Promise<void> {
  await sql`
    update auth_provider_session_review
       set ended_count = ended_count + ${ended.sessions}, device_count = device_count + ${ended.devices}
     where id = ${reviewId}
  `.execute(tx.getKysely());
}

/** What a review came to. */
export interface SessionReviewRow {
  readonly providerKey: string;
  readonly endedCount: number;
  readonly deviceCount: number;
  readonly leftCount: number;
}

/**
 * Closes a review, and counts what is left over: open sessions that its people have by other sign-ins.
 *
 * @returns null when it was closed before.
 */
export async function closeSessionReview(
  tx: Tx,
  reviewId: string,
): Promise<SessionReviewRow | null> {
  const { rows } = await sql<SessionReviewRow>`
    update auth_provider_session_review r
       set reviewed_at = clock_now(),
           left_count = (
             select count(*)::int from app_session s
              where s.revoked_at is null and s.user_id in (
                select ended.user_id from auth_identity i
                  join app_session ended on ended.identity_id = i.id
                 where i.provider = r.provider_key and ended.revoked_for = ${ENDED_FOR}
                   and ended.revoked_at >= r.opened_at))
     where r.id = ${reviewId} and r.reviewed_at is null
    returning provider_key as "providerKey", ended_count as "endedCount",
              device_count as "deviceCount", left_count as "leftCount"
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** How many sessions a review has ended up to now. */
export async function countReviewEnded(tx: Tx, reviewId: string): Promise<number> {
  const { rows } = await sql<{ endedCount: number }>`
    select ended_count as "endedCount" from auth_provider_session_review where id = ${reviewId}
  `.execute(tx.getKysely());
  return firstRow(rows).endedCount;
}
