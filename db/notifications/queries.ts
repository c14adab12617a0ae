import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { instantText, jsonList, jsonObject } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { preferenceOf } from "./notification-context.ts";

/** A decision with its deliveries; instants are RFC 3339. */
export type NotificationView = Awaited<ReturnType<typeof listNotifications>>[number];

/** A delivery as shown to people; instants are RFC 3339. */
export type DeliveryView = NotificationView["deliveries"][number];

/** Decisions for a user, newest first. */
function decisions(em: SqlEntityManager, userId: string) {
  return tables(em)
    .selectFrom("notification as n")
    .select((notification) => [
      "n.id",
      "n.category",
      "n.subjectId",
      "n.relationshipId",
      "n.localDate",
      "n.timezone",
      "n.outcome",
      "n.reason",
      "n.channels",
      instantText(notification.ref("n.decidedAt")).as("decidedAt"),
      instantText(notification.ref("n.deliverAfter")).as("deliverAfter"),
      jsonList(
        notification
          .selectFrom("notificationDelivery as d")
          .select((delivery) =>
            jsonObject({
              channel: delivery.ref("d.channel"),
              targetId: delivery.ref("d.targetId"),
              status: delivery.ref("d.status"),
              attempts: delivery.ref("d.attempts"),
              failureCode: delivery.ref("d.failureCode"),
              sentAt: instantText(delivery.ref("d.sentAt")),
            }).as("entry"),
          )
          .whereRef("d.notificationId", "=", "n.id")
          .orderBy("d.id"),
      ).as("deliveries"),
    ])
    .where("n.recipientUserId", "=", userId)
    .orderBy("n.id", "desc");
}

/** A page of a user's decisions, newest first; one row beyond the limit shows that there are more. */
export async function listNotifications(
  em: SqlEntityManager,
  page: {
    readonly userId: string;
    readonly categories: readonly NotificationCategory[];
    readonly afterId: string | null;
    readonly limit: number;
  },
) {
  const { userId, categories, afterId, limit } = page;
  const requested = decisions(em, userId).where("n.category", "in", categories);
  const further = afterId === null ? requested : requested.where("n.id", "<", afterId);
  return await further.limit(limit + 1).execute();
}

/** The latest decision on an occasion of a user; null if there is none. */
export async function findNotification(
  em: SqlEntityManager,
  occasion: {
    readonly userId: string;
    readonly category: NotificationCategory;
    readonly subjectId: string;
    readonly localDate: string | null;
  },
): Promise<NotificationView | null> {
  const { userId, category, subjectId, localDate } = occasion;
  const decided = decisions(em, userId)
    .where("n.category", "=", category)
    .where("n.subjectId", "=", subjectId);
  const onDay = localDate === null ? decided : decided.where("n.localDate", "=", localDate);
  return (await onDay.limit(1).executeTakeFirst()) ?? null;
}

/** A user's notification preferences and language. */
export async function findReader(
  em: SqlEntityManager,
  userId: string,
  audience: "CLIENT" | "COACH",
) {
  const own = audience === "COACH" ? "coach.locale" : "client.locale";
  return await tables(em)
    .selectFrom("appUser as u")
    .leftJoin("clientProfile as client", "client.userId", "u.id")
    .leftJoin("coachProfile as coach", "coach.userId", "u.id")
    .select(({ fn, ref }) => [
      fn.coalesce(own, "client.locale", "coach.locale").as("locale"),
      preferenceOf(ref("u.id")).as("preference"),
    ])
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
}
