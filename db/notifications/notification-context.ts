import { sql } from "kysely";
import type { PreferenceRow } from "../../rules/notifications/preferences-of.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { firstRow, type Tx, wireInstant } from "../transact.ts";

/** Whom an occasion concerns. */
export interface OccasionKey {
  readonly recipientUserId: string;
  readonly audience: "CLIENT" | "COACH";
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly dedupeKey: string;
  /** Set where the recipient is told once a local day: that day. */
  readonly onceOn: string | null;
}

/** How the recipient stands at this moment. */
export interface NotificationContext {
  readonly recipientActive: boolean;
  readonly relationshipActive: boolean | null;
  readonly timezone: string;
  readonly locale: string | null;
  /** The verified address. */
  readonly email: string | null;
  /** An app of the audience can be pushed to. */
  readonly hasPush: boolean;
  /** Null for whoever chose nothing. */
  readonly preference: PreferenceRow | null;
  readonly nothingLeft: boolean;
  /** RFC 3339: when the recipient is, or was, told of the same about that day. */
  readonly toldAt: readonly string[];
}

/** Apps of an audience. */
export const APP_OF = { CLIENT: "CLIENT_MOBILE", COACH: "COACH_MOBILE" } as const;

const LOCALE_OF = { CLIENT: sql.ref("client.locale"), COACH: sql.ref("coach.locale") };

/**
 * Reads in one statement what a notification is judged by. A client's hours are those of the relationship,
 * where there is one; a coach takes part in it as an active member of its workspace.
 */
export async function findNotificationContext(
  tx: Tx,
  key: OccasionKey,
): Promise<NotificationContext> {
  const isCoach = key.audience === "COACH";
  const takesPart = isCoach
    ? sql`exists (select from workspace_membership m where m.workspace_id = r.workspace_id
                   and m.user_id = u.id and m.status = 'ACTIVE')`
    : sql`coalesce(r.client_user_id = u.id, false)`;
  const zone = isCoach
    ? sql`coalesce(coach.timezone, 'UTC')`
    : sql`coalesce(${zoneNow("r")}, client.timezone, 'UTC')`;
  const { rows } = await sql<NotificationContext>`
    select u.status = 'ACTIVE' and u.deleted_at is null
             and (${key.relationshipId}::uuid is null or ${takesPart}) as "recipientActive",
           case when ${key.relationshipId}::uuid is not null
                then coalesce(r.status in ('ONBOARDING', 'ACTIVE') and w.status = 'ACTIVE', false)
           end as "relationshipActive",
           ${zone} as timezone, ${LOCALE_OF[key.audience]} as locale, u.primary_email as email,
           exists (select from push_token t join app_session s on s.id = t.app_session_id
                    where t.user_id = u.id and t.status = 'ACTIVE' and s.revoked_at is null
                      and t.surface = ${APP_OF[key.audience]}) as "hasPush",
           case when p.user_id is not null then json_build_object(
             'mutedCategories', p.muted_categories,
             'pushEnabled', p.push_enabled, 'mailEnabled', p.mail_enabled,
             'quietFromMinute', p.quiet_from_minute, 'quietUntilMinute', p.quiet_until_minute)
           end as preference,
           ${isDone(key.subjectId)} as "nothingLeft",
           ${toldAt(key)} as "toldAt"
      from app_user u
      left join relationship r on r.id = ${key.relationshipId}::uuid
      left join coach_workspace w on w.id = r.workspace_id
      left join client_profile client on client.user_id = u.id
      left join coach_profile coach on coach.user_id = u.id
      left join notification_preference p on p.user_id = u.id
     where u.id = ${key.recipientUserId}
  `.execute(tx.getKysely());
  return firstRow(rows);
}

/** The task or the form that it is about is closed, or waits with its answers to be linked. */
function isDone(subjectId: string) {
  return sql<boolean>`(
    exists (select from onboarding_task t left join form_assignment a on a.id = t.form_assignment_id
             where t.id = ${subjectId}
               and (t.status in ('COMPLETED', 'CANCELLED', 'EXPIRED') or a.status = 'SUBMITTED'))
    or exists (select from form_assignment a
                where a.id = ${subjectId} and a.status in ('SUBMITTED', 'CANCELLED')))`;
}

/**
 * When other decisions on the same tell, or told, the recipient: those that can fall on the day in some
 * zone. Which of them do is for the rules to say, whose zones are those of everybody else.
 */
function toldAt({ subjectId, dedupeKey, onceOn }: OccasionKey) {
  const at = sql`coalesce(n.deliver_after, n.decided_at)`;
  return sql<readonly string[]>`coalesce((
    select json_agg(${wireInstant("coalesce(n.deliver_after, n.decided_at)")}) from notification n
     where n.recipient_user_id = u.id and n.subject_id = ${subjectId}
       and n.dedupe_key <> ${dedupeKey} and n.outcome <> 'SUPPRESS'
       and ${at} >= ${onceOn}::date - interval '1 day'
       and ${at} < ${onceOn}::date + interval '2 days'), '[]')`;
}
