import { sql } from "kysely";
import type { DayContent } from "../../rules/plans/assigned-plan.ts";
import { records } from "../platform/statements/records.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** The plans with occurrences on some days. */
export interface AskingPlans {
  readonly asking: readonly AskingPlan[];
  readonly withheld: readonly WithheldPlan[];
}

interface Day {
  readonly relationshipId: string;
  readonly localDate: string;
}

/** A plan with an occurrence on a date, and the content of the revision for that date. */
export interface AskingPlan extends Day {
  readonly workspaceId: string;
  readonly assignmentId: string;
  readonly planId: string;
  readonly revision: number;
  readonly content: DayContent;
  /** It was withheld from the day at another revision or by other code, and is tried again. */
  readonly isRetried: boolean;
}

/** A plan whose occurrence on a date is withheld; its content is not read (see `agenda/withheld/`). */
export interface WithheldPlan extends Day {
  readonly assignmentId: string;
}

/** Selects the plans to read. */
export interface AskingChoice {
  /** Version of the code whose failures are not repeated; null to retry everything. */
  readonly codeVersion: string | null;
  /** Only these assignments; null for all. */
  readonly assignmentIds: readonly string[] | null;
}

type AskingRow = Omit<AskingPlan, "content" | "isRetried"> & {
  readonly withheld: "KEPT" | "RETRIED" | null;
  /** Null if it stays withheld. */
  readonly content: DayContent | null;
};

/** The plans with occurrences on some days, whatever the status of their assignments. One statement. */
export async function listAskingPlans(
  tx: Tx,
  days: readonly Day[],
  { codeVersion, assignmentIds }: AskingChoice,
): Promise<AskingPlans> {
  const day = records(days, DAY);
  const chosen =
    assignmentIds === null ? sql`` : sql` and assignment.id = any (${assignmentIds}::uuid[])`;
  // Only the text that reads all plans is prepared under a name.
  const name = assignmentIds === null ? "asking-plans" : null;
  const statement = sql<AskingRow>`
    select day.relationship_id as "relationshipId", day.local_date as "localDate",
      assignment.workspace_id as "workspaceId", assignment.id as "assignmentId",
      assignment.plan_id as "planId", span.revision, known.withheld,
      case when known.withheld = 'KEPT' then null
      else case assignment.plan_kind when 'PROGRAM' then revision.content - 'weeks' || jsonb_build_object(
        'programDay', span.day,
        'day', jsonb_path_query_first(revision.content,
          '$.weeks[$week].days[*] ? (@.dayNumber == $number)',
          jsonb_build_object('week', span.day / 7, 'number', span.day % 7 + 1)))
      when 'CHECK_IN' then revision.content || jsonb_build_object('form', (
        select jsonb_build_object('formId', asked.form_id, 'formVersionId', asked.id,
          'version', asked.version, 'requiresAnswers', form_requires_answers(asked.content))
        from form_version asked where asked.id = (revision.content ->> 'formVersionId')::uuid))
      else revision.content end end as content
    from ${day} as day
    join plan_assignment assignment on assignment.relationship_id = day.relationship_id
      and day.local_date = any (assignment.planned_dates)${chosen}
    join lateral (
      select part.revision, part."programDay" + (day.local_date - part."from") as day
      from jsonb_to_recordset(assignment.spans)
        as part ("from" date, until date, revision int, "programDay" int)
      where part."from" <= day.local_date and (part.until is null or day.local_date < part.until)
      limit 1
    ) span on true
    join plan_revision revision
      on revision.plan_id = assignment.plan_id and revision.revision = span.revision
    left join withheld_occurrence as left_out on left_out.relationship_id = day.relationship_id
      and left_out.local_date = day.local_date and left_out.source_type = 'PLAN_ASSIGNMENT'
      and left_out.source_id = assignment.id
    cross join lateral (select case
      when left_out.source_id is null then null
      when left_out.source_revision = span.revision and left_out.code_version = ${codeVersion}::text then 'KEPT'
      else 'RETRIED' end as withheld) known
    order by assignment.id, day.local_date
  `;
  const rows = await runNamed(tx, name, statement);
  return {
    asking: rows.flatMap(({ withheld, content, ...plan }) =>
      content === null ? [] : [{ ...plan, content, isRetried: withheld === "RETRIED" }],
    ),
    withheld: rows.filter(({ withheld }) => withheld === "KEPT"),
  };
}

const DAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
