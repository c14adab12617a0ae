import { type QueryCreator, sql } from "kysely";
import { anyOf, clockNow, jsonObject, idFromDatabase } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { SessionEnd } from "../../contract/accounts/session-vocabulary.ts";
import type { Tx } from "../platform/transactions/transact.ts";

const ENDED_FOR: SessionEnd = "PROVIDER_DISABLED";
const sessionsEndedFor = sql.lit(ENDED_FOR);
const sessionRevoked = sql.lit("SESSION_REVOKED");

/** Opens the review of a security disable, which ends all sessions that the provider started until now. */
export async function openSessionReview(
  tx: Tx,
  {
    id,
    providerKey,
    actor,
  }: { readonly id: string; readonly providerKey: string; readonly actor: string },
): Promise<void> {
  await tables(tx)
    .insertInto("authProviderSessionReview")
    .values({ id, providerKey, actor, endedCount: 0, deviceCount: 0, openedAt: clockNow })
    .execute();
}

/** Sessions of a review that are still to be ended. */
const toEnd = (from: QueryCreator<Tables>, reviewId: string) =>
  from
    .selectFrom("authProviderSessionReview as r")
    .innerJoin("authIdentity as i", "i.provider", "r.providerKey")
    .innerJoin("appSession as s", "s.identityId", "i.id")
    .where("r.id", "=", reviewId)
    .where("r.reviewedAt", "is", null)
    .where("s.revokedAt", "is", null)
    .whereRef("s.startedAt", "<=", "r.openedAt");

/** Users with such a session, ordered by id, after a given one, at most `limit`. */
export async function listReviewUsers(
  tx: Tx,
  reviewId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await toEnd(tables(tx), reviewId)
    .$if(after !== null, (query) => query.where("s.userId", ">", after))
    .select("s.userId")
    .distinct()
    .orderBy("s.userId")
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Locks those of the users who still have such a session, ordered by id. */
export async function lockReviewUsers(
  tx: Tx,
  reviewId: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const from = tables(tx);
  const users = toEnd(from, reviewId).where("s.userId", "=", anyOf(userIds)).select("s.userId");
  const rows = await from
    .selectFrom("appUser")
    .where("id", "in", users)
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** A session that this call ended. */
export interface EndedSession {
  readonly id: string;
  readonly userId: string;
}

/** Ends those sessions of these users, each with an auth audit entry, in one statement. */
export async function endReviewSessions(
  tx: Tx,
  reviewId: string,
  userIds: readonly string[],
): Promise<readonly EndedSession[]> {
  return tables(tx)
    .with("ended", (from) =>
      from
        .updateTable("appSession as s")
        .from(toEnd(from, reviewId).select("s.id").as("due"))
        .set({ revokedAt: clockNow, revokedFor: ENDED_FOR })
        .whereRef("due.id", "=", "s.id")
        .where("s.userId", "=", anyOf(userIds))
        .returning(["s.id", "s.userId"]),
    )
    .with("audited", (from) =>
      from
        .insertInto("authAuditEvent")
        .columns(["id", "userId", "eventType", "provider", "actor", "metadata", "createdAt"])
        .expression(
          from
            .selectFrom("ended as e")
            .innerJoin("authProviderSessionReview as r", (on) => on.on("r.id", "=", reviewId))
            .select(({ ref }) => [
              idFromDatabase.as("id"),
              "e.userId",
              sessionRevoked.as("eventType"),
              "r.providerKey",
              "r.actor",
              jsonObject({
                appSessionId: ref("e.id"),
                reason: sessionsEndedFor,
                auditEventId: ref("r.id"),
              }).as("metadata"),
              clockNow.as("createdAt"),
            ]),
        ),
    )
    .selectFrom("ended")
    .select(["id", "userId"])
    .orderBy("id")
    .execute();
}

/** Adds the counts of one slice. */
export async function countReviewed(
  tx: Tx,
  reviewId: string,
  ended: { readonly sessions: number; readonly devices: number },
): Promise<void> {
  await tables(tx)
    .updateTable("authProviderSessionReview")
    .set(({ eb }) => ({
      endedCount: eb("endedCount", "+", ended.sessions),
      deviceCount: eb("deviceCount", "+", ended.devices),
    }))
    .where("id", "=", reviewId)
    .execute();
}

/** The result of a review. */
export interface SessionReviewRow {
  readonly providerKey: string;
  readonly endedCount: number;
  readonly deviceCount: number;
  readonly leftCount: number;
}

/**
 * Closes a review, and counts the sessions left open: those that its users have by other sign-ins.
 *
 * @returns null if it was closed before.
 */
export async function closeSessionReview(
  tx: Tx,
  reviewId: string,
): Promise<SessionReviewRow | null> {
  const closed = await tables(tx)
    .updateTable("authProviderSessionReview as r")
    .set(({ selectFrom }) => ({
      reviewedAt: clockNow,
      leftCount: selectFrom("appSession as s")
        .where("s.revokedAt", "is", null)
        .where("s.userId", "in", (people) =>
          people
            .selectFrom("authIdentity as i")
            .innerJoin("appSession as ended", "ended.identityId", "i.id")
            .whereRef("i.provider", "=", "r.providerKey")
            .where("ended.revokedFor", "=", ENDED_FOR)
            .whereRef("ended.revokedAt", ">=", "r.openedAt")
            .select("ended.userId"),
        )
        .select(({ fn }) => fn.countAll<number>().as("count")),
    }))
    .where("r.id", "=", reviewId)
    .where("r.reviewedAt", "is", null)
    .returning(["r.providerKey", "r.endedCount", "r.deviceCount"])
    .returning(({ fn, lit }) => fn.coalesce("r.leftCount", lit(0)).as("leftCount"))
    .executeTakeFirst();
  return closed ?? null;
}

/** How many sessions a review has ended so far. */
export async function countReviewEnded(tx: Tx, reviewId: string): Promise<number> {
  const { endedCount } = await tables(tx)
    .selectFrom("authProviderSessionReview")
    .where("id", "=", reviewId)
    .select("endedCount")
    .executeTakeFirstOrThrow();
  return endedCount;
}
