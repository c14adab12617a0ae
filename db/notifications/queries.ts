import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type {
  DeliveryStatus,
  NotificationCategory,
  NotificationChannel,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { firstRow, wireInstant } from "../transact.ts";
import type { NotificationContext } from "./notification-context.ts";

/** A way to one place, as people are shown it; instants are RFC 3339. */
export interface DeliveryView {
  readonly channel: NotificationChannel;
  readonly targetId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly failureCode: string | null;
  readonly sentAt: string | null;
}

/** A decision with its deliveries; instants are RFC 3339. */
export interface NotificationView {
  readonly id: string;
  readonly category: NotificationCategory;
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly localDate: string | null;
  readonly timezone: string;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly channels: readonly NotificationChannel[];
  readonly decidedAt: string;
  readonly deliverAfter: string | null;
  readonly deliveries: readonly DeliveryView[];
}

const columns = sql`n.id, n.category, n.subject_id as "subjectId",
  n.relationship_id as "relationshipId", n.local_date::text as "localDate", n.timezone, n.outcome,
  n.reason, n.channels, ${wireInstant("n.decided_at")} as "decidedAt",
  ${wireInstant("n.deliver_after")} as "deliverAfter",
  coalesce((
    select json_agg(json_build_object(
             'channel', d.channel, 'targetId', d.target_id, 'status', d.status,
             'attempts', d.attempts, 'failureCode', d.failure_code,
             'sentAt', ${wireInstant("d.sent_at")}) order by d.id)
      from notification_delivery d where d.notification_id = n.id), '[]') as deliveries`;

/** A page of what was decided for a user, newest first; one row beyond the limit tells of more. */
export async function listNotifications(
  em: SqlEntityManager,
  page: {
    readonly userId: string;
    readonly categories: readonly NotificationCategory[];
    readonly afterId: string | null;
    readonly limit: number;
  },
): Promise<readonly NotificationView[]> {
  const { rows } = await sql<NotificationView>`
    select ${columns} from notification n
     where n.recipient_user_id = ${page.userId} and n.category = any(${page.categories}::text[])
       and (${page.afterId}::uuid is null or n.id < ${page.afterId}::uuid)
     order by n.id desc limit ${page.limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** The latest decision on an occasion of a user's; null where there was none. */
export async function findNotification(
  em: SqlEntityManager,
  occasion: {
    readonly userId: string;
    readonly category: NotificationCategory;
    readonly subjectId: string;
    readonly localDate: string | null;
  },
): Promise<NotificationView | null> {
  const { rows } = await sql<NotificationView>`
    select ${columns} from notification n
     where n.recipient_user_id = ${occasion.userId} and n.category = ${occasion.category}
       and n.subject_id = ${occasion.subjectId}
       and (${occasion.localDate}::date is null or n.local_date = ${occasion.localDate}::date)
     order by n.id desc limit 1
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** What a user chose to hear of, and the language to tell him in. */
export async function findReader(
  em: SqlEntityManager,
  userId: string,
  audience: "CLIENT" | "COACH",
): Promise<Pick<NotificationContext, "locale" | "preference">> {
  const own = sql.ref(audience === "COACH" ? "coach.locale" : "client.locale");
  const { rows } = await sql<Pick<NotificationContext, "locale" | "preference">>`
    select coalesce(${own}, client.locale, coach.locale) as locale,
           case when p.user_id is not null then json_build_object(
             'mutedCategories', p.muted_categories,
             'pushEnabled', p.push_enabled, 'mailEnabled', p.mail_enabled,
             'quietFromMinute', p.quiet_from_minute, 'quietUntilMinute', p.quiet_until_minute)
           end as preference
      from app_user u
      left join client_profile client on client.user_id = u.id
      left join coach_profile coach on coach.user_id = u.id
      left join notification_preference p on p.user_id = u.id
     where u.id = ${userId}
  `.execute(em.getKysely());
  return firstRow(rows);
}
