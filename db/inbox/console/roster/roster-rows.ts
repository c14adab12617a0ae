import { type RawBuilder, sql } from "kysely";
import type { RosterClient } from "../../../../contract/inbox/console/roster-schema.ts";
import type { Slots } from "../../../platform/pipeline/prepare-query.ts";
import { activeCounts } from "../../counts/active-counts.ts";
import { phonesOf } from "./phones-of.ts";
import { shownDays } from "./shown-days.ts";

type Onboarding = NonNullable<RosterClient["onboarding"]>;

/** The row of a client: plain columns, because PostgreSQL takes longer to make the JSON itself. */
export interface RosterRow extends Pick<
  RosterClient,
  "status" | "timezone" | "percent7" | "percent28" | "bucket"
> {
  readonly id: string;
  readonly clientUserId: string;
  readonly clientName: string;
  readonly coachUserId: string;
  readonly coachName: string;
  readonly snoozedUntil: Date | null;
  /** The newest onboarding; null in all five columns without one. */
  readonly instanceId: string | null;
  readonly onboardingStatus: Onboarding["status"];
  readonly questionnaire: Onboarding["questionnaire"];
  readonly questionnaireDueAt: Date | null;
  readonly blocksPrograms: boolean;
  readonly blocksNutrition: boolean;
  readonly lastSyncAt: Date | null;
  /** Oldest report of an outbox by a phone of the client; null without one. */
  readonly reportedAt: Date | null;
  readonly outboxDepth: number;
  readonly outboxRejected: number;
  /** The stored ones of the last dates as a JSON list, oldest first; a date without a day is missing. */
  readonly days: string;
  readonly dayCount: number;
  /** The last of the dates. */
  readonly today: string;
  /** Tasks that are open or in progress. */
  readonly openTasks: number;
}

/** Clients of a workspace, and the instant by which they were ranked. */
export interface RosterKey {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly rankedAt: Date;
}

const zone = sql`(case when r.zone_changes_at <= moment.now then r.next_timezone else r.timezone end)`;

/** A pause suspends the calendar; dates go on nevertheless. */
const today = sql`(case when r.status = 'PAUSED'
  then greatest(calendar.local_date, (moment.now at time zone ${zone})::date)
  else calendar.local_date end)`;

const onboarding = sql`
  select i.id, i.status, asked.status as questionnaire, asked.due_at,
    i.program_assignment_blocked, i.nutrition_assignment_blocked
  from onboarding_instance i
  join onboarding_task asked on asked.instance_id = i.id and asked.task_type = 'QUESTIONNAIRE'
  where i.relationship_id = r.id order by i.started_at desc, i.id desc limit 1`;

/** SQL of the rows of clients, in no order. One statement, whatever their number. */
export function rosterRows(slot: Slots<RosterKey>): RawBuilder<RosterRow> {
  const workspaceId = slot("workspaceId");
  return sql<RosterRow>`
    with moment as materialized (select ${slot("rankedAt")}::timestamptz as now),
    active as materialized (${activeCounts(workspaceId)}),
    asleep as materialized (
      select t.relationship_id,
        min(t.snoozed_until) filter (where t.snoozed_until > moment.now) as until,
        (count(*) filter (where t.snoozed_until <= moment.now))::int as woken
      from coach_task t cross join moment
      where t.workspace_id = ${workspaceId} and t.status = 'SNOOZED' group by t.relationship_id)
    select r.id, r.status, ${zone} as timezone,
      r.client_user_id as "clientUserId", p.display_name as "clientName",
      coach.id as "coachUserId", coach.display_name as "coachName",
      snoozed.until as "snoozedUntil", shown.percent7, shown.percent28, shown.bucket,
      onboarding.id as "instanceId", onboarding.status as "onboardingStatus",
      onboarding.questionnaire, onboarding.due_at as "questionnaireDueAt",
      onboarding.program_assignment_blocked as "blocksPrograms",
      onboarding.nutrition_assignment_blocked as "blocksNutrition",
      phones.last_sync_at as "lastSyncAt", phones.reported_at as "reportedAt",
      phones.depth as "outboxDepth", phones.rejected as "outboxRejected",
      '[' || coalesce(shown.texts, '') || ']' as days,
      shown.count as "dayCount", present.today::text as today,
      coalesce(active.count, 0) + coalesce(snoozed.woken, 0) as "openTasks"
    from moment cross join relationship r
    join client_profile p on p.user_id = r.client_user_id
    join app_user coach on coach.id = r.coach_user_id
    join relationship_calendar calendar on calendar.relationship_id = r.id
    cross join lateral (select ${today} as today offset 0) present
    cross join lateral (${shownDays(workspaceId)}) shown
    cross join lateral (${phonesOf("r")}) phones
    left join lateral (${onboarding}) onboarding on true
    left join active on active.relationship_id = r.id
    left join asleep snoozed on snoozed.relationship_id = r.id
    where r.id = any(${slot("ids")}::uuid[])`;
}
