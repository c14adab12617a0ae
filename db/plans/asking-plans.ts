import { sql } from "kysely";
import type { DayContent } from "../../rules/plans/assigned-plan.ts";
import { records } from "../records.ts";
import type { Tx } from "../transact.ts";

interface Day {
  readonly relationshipId: string;
  readonly localDate: string;
}

/** A plan that asks for something on a date, with what its revision of that date says. */
export interface AskingPlan extends Day {
  readonly workspaceId: string;
  readonly assignmentId: string;
  readonly planId: string;
  readonly revision: number;
  readonly content: DayContent;
}

/** What is asked for on some days: of each what ran on it, whatever became of that since. One statement, by id. */
export async function listAskingPlans(
  tx: Tx,
  days: readonly Day[],
): Promise<readonly AskingPlan[]> {
  const day = records(days, DAY);
  const { rows } = await sql<AskingPlan>`/* named: asking-plans */
    select day.relationship_id as "relationshipId", day.local_date as "localDate",
      assignment.workspace_id as "workspaceId", assignment.id as "assignmentId",
      assignment.plan_id as "planId", span.revision,
      case assignment.plan_kind when 'PROGRAM' then revision.content - 'weeks' || jsonb_build_object(
        'programDay', span.day,
        'day', jsonb_path_query_first(revision.content,
          '$.weeks[$week].days[*] ? (@.dayNumber == $number)',
          jsonb_build_object('week', span.day / 7, 'number', span.day % 7 + 1)))
      when 'CHECK_IN' then revision.content || jsonb_build_object('form', (
        select jsonb_build_object('formId', asked.form_id, 'formVersionId', asked.id,
          'version', asked.version, 'requiresAnswers', form_requires_answers(asked.content))
        from form_version asked where asked.id = (revision.content ->> 'formVersionId')::uuid))
      else revision.content end as content
    from ${day} as day
    join plan_assignment assignment on assignment.relationship_id = day.relationship_id
      and day.local_date = any (assignment.planned_dates)
    join lateral (
      select part.revision, part."programDay" + (day.local_date - part."from") as day
      from jsonb_to_recordset(assignment.spans)
        as part ("from" date, until date, revision int, "programDay" int)
      where part."from" <= day.local_date and (part.until is null or day.local_date < part.until)
      limit 1
    ) span on true
    join plan_revision revision
      on revision.plan_id = assignment.plan_id and revision.revision = span.revision
    order by assignment.id, day.local_date
  `.execute(tx.getKysely());
  return rows;
}

const DAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
