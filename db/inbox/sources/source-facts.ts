import { type RawBuilder, sql } from "kysely";
import { snapshotOfTask } from "../../agenda/snapshots/queries.ts";
import { ADHERENCE_DATES } from "../../../contract/agenda/adherence/vocabulary.ts";
import {
  type FactsOf,
  SOURCE_KINDS,
  type SourceKind,
} from "../../../contract/inbox/source-vocabulary.ts";
import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";

/** The facts of a source alone, without what every task has. */
type OwnFacts<Kind extends SourceKind> = Omit<FactsOf<Kind>, "kind" | "occurrences">;

/** The client's present zone, like `zoneNow`; \`moment\` spares the clock for each occurrence. */
const zone = sql`(case when r.zone_changes_at <= moment.now then r.next_timezone else r.timezone end)`;

/** A workout is named after the day of its program. */
const titleOfTask = sql`(select coalesce(content.snapshot -> 'day' ->> 'title', content.snapshot ->> 'title')
  from (select ${snapshotOfTask} as snapshot offset 0) content)`;

/** Adherence over 7 dates up to `through`, of closed and offered days, as rules/agenda/summarise-day.ts rounds them. */
const percentThrough = (through: RawBuilder<string>) => sql<number | null>`(
  select round(sum(day.adherence_score) * 100 / nullif(sum(day.counted_count), 0))::int
  from agenda_day day where day.relationship_id = t.relationship_id
    and day.local_date > ${through} - ${sql.lit(ADHERENCE_DATES.SHORT)}
    and day.local_date <= ${through} and day.closed_at is not null and not day.not_offered)`;

/**
 * SQL of each source's facts about a task \`t\` of a relationship \`r\`: a JSON object from the source's rows, or null
 * if they are gone. Every subquery goes through a key, so a page reads a few rows for each task.
 */
const SOURCE_FACTS: { readonly [Kind in SourceKind]: RawBuilder<OwnFacts<Kind> | null> } = {
  PROFILE: sql`(select jsonb_build_object() from client_profile profile
    where profile.user_id = t.client_user_id and profile.baseline_changed_at is not null)`,
  FORM: sql`(select jsonb_build_object('title', version.title,
      'purpose', case assignment.source_type when 'CHECK_IN' then 'CHECK_IN'
        when 'ONBOARDING' then 'INTAKE' else 'SINGLE' end)
    from form_submission submission
    join form_version version on version.id = submission.form_version_id
    join form_assignment assignment on assignment.id = submission.assignment_id
    where submission.id = t.source_id)`,
  QUESTIONNAIRE: sql`(select jsonb_build_object('title', version.title)
    from onboarding_task task
    left join form_assignment assignment on assignment.id = task.form_assignment_id
    left join form_version version on version.id = assignment.form_version_id
    where task.id = t.source_id)`,
  WORKOUT: sql`(select jsonb_build_object('title', ${titleOfTask},
      'localDate', session.local_date)
    from workout_session session join agenda_task task on task.id = session.task_id
    where session.id = t.source_id)`,
  CHECK_IN: sql`(select jsonb_build_object('silentDays',
    (moment.now at time zone ${zone})::date - (select day.local_date from agenda_day day
      where day.relationship_id = t.relationship_id and day.completed_count + day.skipped_count > 0
      order by day.local_date desc limit 1)))`,
  TREND: sql`(select jsonb_build_object('percent', ${percentThrough(sql`newest.local_date`)},
      'percentBefore', ${percentThrough(sql`(newest.local_date - ${sql.lit(ADHERENCE_DATES.SHORT)})`)})
    from agenda_day newest
    where newest.relationship_id = t.relationship_id and newest.closed_at is not null
    order by newest.local_date desc limit 1)`,
  // The last skip that the task covers: an occurrence that the client took back is gone.
  SKIP: sql`(select jsonb_build_object('taskKind', task.task_kind, 'localDate', task.local_date,
      'title', case when task.task_kind not in ('MEAL', 'SUPPLEMENT')
        then ${titleOfTask} end)
    from coach_task_occurrence covered
    left join quick_log_operation skip on skip.receipt_id = covered.occurrence_key::uuid
    left join reported_skip reported on reported.id = covered.occurrence_key::uuid
    join agenda_task task on task.id = coalesce(skip.task_id, reported.task_id)
    where covered.task_id = t.id and covered.source_kind = 'SKIP'
    order by covered.local_date desc, covered.occurrence_key desc limit 1)`,
  MESSAGE: sql`(select jsonb_build_object() from source_event asked
    where asked.relationship_id = t.relationship_id and asked.subject_id = t.source_id limit 1)`,
};

/** SQL of the number and the last local dates of the occurrences of a task \`t\`. */
const occurrences = sql`jsonb_build_object('count', t.occurrence_count,
  'dates', to_jsonb(array(select last.date from (
    select coalesce(covered.local_date, (covered.accepted_at at time zone ${zone})::date)::text as date
    from coach_task_occurrence covered where covered.task_id = t.id
      and (covered.reviewed_at is null or t.closed_at is not null)
    order by 1 desc limit ${sql.lit(INBOX_LIMITS.occurrenceDates)}) last order by last.date)))`;

/**
 * SQL of the facts about a task \`t\`, as its source names them, with its occurrences; null if the source is gone. Only
 * the subquery of its source runs.
 */
export const taskFacts = sql<FactsOf<SourceKind> | null>`(case when t.redacted_at is null
  then (case t.source_kind ${sql.join(
    SOURCE_KINDS.map((kind) => sql`when ${sql.lit(kind)} then ${SOURCE_FACTS[kind]}`),
    sql` `,
  )} end) || jsonb_build_object('kind', t.source_kind, 'occurrences', ${occurrences}) end)`;

/** SQL of the same for a task `t` that is known to be of one kind of source. */
export const factsOfKind = (kind: SourceKind) => sql<FactsOf<SourceKind> | null>`(
  case when t.redacted_at is null then ${SOURCE_FACTS[kind]}
    || jsonb_build_object('kind', t.source_kind, 'occurrences', ${occurrences}) end)`;
