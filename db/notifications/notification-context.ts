import { RUNNING_RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { type Expression, expressionBuilder } from "kysely";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { holds, instantText, jsonObject, secondsAgo } from "../platform/statements/sql-parts.ts";
import { lockName } from "../platform/lock-name.ts";
import { type Tables, tables } from "../tables.ts";
import { isDone } from "./nothing-left.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** The recipient's current state. */
export type NotificationContext = Awaited<ReturnType<typeof findNotificationContext>>;

/** The recipient and subject of an occasion. */
export interface OccasionKey {
  readonly recipientUserId: string;
  readonly audience: "CLIENT" | "COACH";
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly dedupeKey: string;
  readonly category: NotificationCategory;
  /** When it was first decided; null the first time. */
  readonly decidedAt: Date | null;
  /**
   * Set if the recipient is notified once a local day: the range of instants that this day covers in all time zones.
   */
  readonly once: { readonly from: Date; readonly until: Date } | null;
  /** Categories that count on that day whatever they are about. */
  readonly countsWith: readonly NotificationCategory[];
}

/** The app of each audience. */
export const APP_OF = { CLIENT: "CLIENT_MOBILE", COACH: "COACH_MOBILE" } as const;

/**
 * Reads the facts that decide a notification. A client's hours are those of the relationship, if there is one; a
 * coach takes part in it as an active member of its workspace.
 */
export async function findNotificationContext(tx: Tx, key: OccasionKey) {
  const { relationshipId } = key;
  const isCoach = key.audience === "COACH";
  const { isClient, coaches, goesOn, isThere, ...recipient } = await tables(tx)
    .selectFrom("appUser as u")
    .leftJoin("relationship as r", (join) => join.on("r.id", "=", relationshipId))
    .leftJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .leftJoin("clientProfile as client", "client.userId", "u.id")
    .leftJoin("coachProfile as coach", "coach.userId", "u.id")
    .select(({ and, eb, exists, fn, ref, val }) => [
      holds(and([eb("u.status", "=", "ACTIVE"), eb("u.deletedAt", "is", null)])).as("isThere"),
      holds(exists(activeMembership)).as("coaches"),
      holds(eb("r.clientUserId", "=", ref("u.id"))).as("isClient"),
      holds(
        and([eb("r.status", "in", RUNNING_RELATIONSHIP_STATUSES), eb("w.status", "=", "ACTIVE")]),
      ).as("goesOn"),
      (isCoach
        ? fn.coalesce("coach.timezone", val("UTC"))
        : fn.coalesce(zoneNow("r"), "client.timezone", val("UTC"))
      ).as("timezone"),
      ref(isCoach ? "coach.locale" : "client.locale").as("locale"),
      "u.displayName as name",
      "u.primaryEmail as email",
      nameOf("r.coachUserId").as("coachName"),
      nameOf("r.clientUserId").as("clientName"),
      "w.id as workspaceId",
      "w.name as workspaceName",
      holds(exists(pushTo.where("t.surface", "=", APP_OF[key.audience]))).as("hasPush"),
      preferenceOf(ref("u.id")).as("preference"),
      holds(isDone(key)).as("nothingLeft"),
      holds(wasNotifiedOfClient(key)).as("notifiedOfClient"),
      holds(wasSentTogether(key)).as("sentTogether"),
      holds(coincidesWithUrgent(key)).as("coincidesWithUrgent"),
      holds(isInDigest(key)).as("inDigest"),
    ])
    .where("u.id", "=", key.recipientUserId)
    .executeTakeFirstOrThrow();
  const takesPart = isCoach ? coaches : isClient;
  return {
    ...recipient,
    recipientActive: isThere && (relationshipId === null || takesPart),
    relationshipActive: relationshipId === null ? null : goesOn,
    /** RFC 3339: when other notifications of the same subject were or will be sent on that day. */
    notifiedAt: key.once === null ? [] : await listNotified(tx, key, key.once),
  };
}

const user = expressionBuilder<
  Tables & { u: Tables["appUser"]; r: Tables["relationship"] },
  "u" | "r"
>();

/** The membership that makes the user a coach of the relationship. */
const activeMembership = user
  .selectFrom("workspaceMembership as m")
  .select("m.id")
  .whereRef("m.workspaceId", "=", "r.workspaceId")
  .whereRef("m.userId", "=", "u.id")
  .where("m.status", "=", "ACTIVE");

/** The name of a person of the relationship; null without one, or once the account is deleted. */
const nameOf = (userId: "r.coachUserId" | "r.clientUserId") =>
  user
    .selectFrom("appUser as person")
    .select("person.displayName")
    .whereRef("person.id", "=", userId)
    .where("person.deletedAt", "is", null);

/** The apps of user `u` that accept pushes. */
export const pushTo = user
  .selectFrom("pushToken as t")
  .innerJoin("appSession as s", "s.id", "t.appSessionId")
  .select("t.id")
  .whereRef("t.userId", "=", "u.id")
  .where("t.status", "=", "ACTIVE")
  .where("s.revokedAt", "is", null);

/** A user's preferences, as one JSON value; null without any. */
export function preferenceOf(userId: Expression<string>) {
  return expressionBuilder<Tables>()
    .selectFrom("notificationPreference as p")
    .select(({ ref }) =>
      jsonObject({
        mutedCategories: ref("p.mutedCategories"),
        pushEnabled: ref("p.pushEnabled"),
        mailEnabled: ref("p.mailEnabled"),
        quietFromMinute: ref("p.quietFromMinute"),
        quietUntilMinute: ref("p.quietUntilMinute"),
      }).as("preference"),
    )
    .where("p.userId", "=", userId);
}

/** At most one such notification in half an hour: per client for HIGH tasks, per coach for late missed check-ins. */
const PAUSE_SECONDS = 30 * 60;

/** Whether another HIGH notification about the same client is deferred, or was just sent to the recipient. */
function wasNotifiedOfClient({
  category,
  recipientUserId,
  relationshipId,
  dedupeKey,
}: OccasionKey) {
  const { and, exists, lit, or, selectFrom } = expressionBuilder<Tables>();
  if (category !== "COACH_TASK_HIGH") return and([lit(false)]);
  const other = selectFrom("notification as n")
    .select("n.id")
    .where("n.recipientUserId", "=", recipientUserId)
    .where("n.relationshipId", "=", relationshipId)
    .where("n.category", "=", category)
    .where("n.dedupeKey", "<>", dedupeKey)
    .where((of) =>
      of.or([
        of("n.outcome", "=", "DEFER"),
        of.and([of("n.outcome", "=", "SEND"), of("n.judgedAt", ">", secondsAgo(PAUSE_SECONDS))]),
      ]),
    );
  return or([exists(other)]);
}

/**
 * Whether it concerns missed check-ins that are late, and the recipient was just notified of others. A deferred one
 * does not count: each is judged again when it is due, and the first of them is sent.
 */
function wasSentTogether(key: OccasionKey) {
  const { category, recipientUserId, subjectId, dedupeKey } = key;
  const { and, exists, lit, selectFrom } = expressionBuilder<Tables>();
  if (category === "INVITATION_NEEDS_ATTENTION") return and([isGathered(key)]);
  if (category !== "COACH_TASK_LATE") return and([lit(false)]);
  const missed = selectFrom("coachTask as w")
    .select("w.id")
    .where("w.id", "=", subjectId)
    .where("w.taskType", "=", "MISSED_CHECK_IN");
  const other = selectFrom("notification as n")
    .innerJoin("coachTask as others", "others.id", "n.subjectId")
    .select("n.id")
    .where("n.recipientUserId", "=", recipientUserId)
    .where("n.category", "=", category)
    .where("n.dedupeKey", "<>", dedupeKey)
    .where("n.outcome", "=", "SEND")
    .where("n.judgedAt", ">", secondsAgo(PAUSE_SECONDS))
    .where("others.taskType", "=", "MISSED_CHECK_IN");
  return and([exists(missed), exists(other)]);
}

/** Overdue for longer, a message that waits is stuck and gathers no others. */
const STUCK_SECONDS = 60 * 60;

/**
 * Whether a message to the coach waits for others of its kind, which is then about this one too. Only the newest one
 * does: an earlier one that is deferred again is about no decision that came after the next (`listGathered`).
 */
function isGathered({ category, recipientUserId, dedupeKey, decidedAt }: OccasionKey) {
  const { exists, lit, or, selectFrom } = expressionBuilder<Tables>();
  if (decidedAt !== null) return or([lit(false)]);
  const waiting = selectFrom("notification as n")
    .select("n.id")
    .where("n.recipientUserId", "=", recipientUserId)
    .where("n.category", "=", category)
    .where("n.dedupeKey", "<>", dedupeKey)
    .where("n.outcome", "=", "DEFER")
    .where("n.deliverAfter", ">", secondsAgo(STUCK_SECONDS))
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom("notification as next")
            .where("next.recipientUserId", "=", recipientUserId)
            .where("next.category", "=", category)
            .whereRef("next.decidedAt", ">", "n.decidedAt")
            .where("next.deliverAfter", "is not", null)
            .select("next.id"),
        ),
      ),
    );
  return or([exists(waiting)]);
}

/**
 * Lets one transaction at a time decide about late missed check-ins of a coach, so that several are sent as one
 * message. Other late tasks are not locked: they escalate to the owner, and two locks may be taken in any order.
 */
export async function lockLateNotifications(
  tx: Tx,
  { recipientUserId, subjectId }: Pick<OccasionKey, "recipientUserId" | "subjectId">,
): Promise<void> {
  const missed = await tables(tx)
    .selectFrom("coachTask")
    .where("id", "=", subjectId)
    .where("taskType", "=", "MISSED_CHECK_IN")
    .select("id")
    .executeTakeFirst();
  if (missed !== undefined) await lockName(tx, `late coach tasks ${recipientUserId}`);
}

/** Whether it concerns missed check-ins while something urgent of the same client is open. */
function coincidesWithUrgent({ category, subjectId }: OccasionKey) {
  const { and, exists, lit, or, selectFrom } = expressionBuilder<Tables>();
  if (category !== "COACH_TASK_HIGH") return and([lit(false)]);
  const ofSameClient = selectFrom("coachTask as w")
    .innerJoin("coachTask as first", "first.relationshipId", "w.relationshipId")
    .select("w.id")
    .where("w.id", "=", subjectId)
    .where("w.taskType", "=", "MISSED_CHECK_IN")
    .where("first.urgent", "=", true)
    .where("first.status", "in", ["OPEN", "IN_PROGRESS"]);
  return or([exists(ofSameClient)]);
}

/** Whether the daily digest was sent to the recipient since this was deferred. */
function isInDigest({ category, recipientUserId, decidedAt }: OccasionKey) {
  const { and, exists, lit, or, selectFrom } = expressionBuilder<Tables>();
  if (category !== "COACH_TASK_HIGH" || decidedAt === null) return and([lit(false)]);
  const digest = selectFrom("notification as n")
    .select("n.id")
    .where("n.recipientUserId", "=", recipientUserId)
    .where("n.category", "=", "INBOX_DIGEST")
    .where("n.outcome", "=", "SEND")
    .where("n.decidedAt", ">", decidedAt);
  return or([exists(digest)]);
}

/**
 * Times of other notifications to the recipient, sent or deferred, that can fall on the day in some time zone. They
 * have the same subject, or a category that counts with it. The rules decide which of them do, as they know the zones.
 */
async function listNotified(
  tx: Tx,
  { recipientUserId, subjectId, dedupeKey, countsWith }: OccasionKey,
  { from, until }: NonNullable<OccasionKey["once"]>,
): Promise<readonly string[]> {
  const { fn } = expressionBuilder<Tables, "notification">();
  const at = fn.coalesce("deliverAfter", "decidedAt");
  const notified = await tables(tx)
    .selectFrom("notification")
    .select(instantText(at).as("at"))
    .where("recipientUserId", "=", recipientUserId)
    .where((of) =>
      of.or([
        of("subjectId", "=", subjectId),
        ...(countsWith.length === 0 ? [] : [of("category", "in", countsWith)]),
      ]),
    )
    .where("dedupeKey", "<>", dedupeKey)
    .where("outcome", "<>", "SUPPRESS")
    .where(at, ">=", from)
    .where(at, "<", until)
    .execute();
  return notified.map((each) => each.at);
}
