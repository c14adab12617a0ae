import { sql } from "kysely";
import type { Answers } from "../../../contract/forms/content-schema.ts";
import type { Line } from "../../flight.ts";

/** A draft as it will be, with the revision its assignment must have until then. */
export interface SavedDraft {
  readonly formAssignmentId: string;
  readonly revisionBefore: number;
  readonly revision: number;
  readonly revisionBeforeRun: number;
  readonly lineageId: string;
  readonly answers: Answers;
  readonly savedAt: Date;
}

/**
 * Saves drafts in place of the former ones, one a form: one statement a table.
 *
 * @throws a fault of the database when an assignment no longer has its base revision, under the scope's lock.
 */
export async function writeDrafts(line: Line, drafts: readonly SavedDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const ids = drafts.map(({ formAssignmentId }) => formAssignmentId);
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as wanted (
    "formAssignmentId" uuid, "revisionBefore" int, revision int, "revisionBeforeRun" int,
    "lineageId" uuid, answers jsonb, "savedAt" timestamptz)`;
  const updated = sql`
    with updated as (
      update form_assignment assignment
      set status = 'IN_PROGRESS', revision = wanted.revision, updated_at = wanted."savedAt"
      from ${wanted}
      where assignment.id = wanted."formAssignmentId" and assignment.id = any(${ids}::uuid[])
        and assignment.revision = wanted."revisionBefore"
        and assignment.status in ('ASSIGNED', 'IN_PROGRESS')
      returning 1
    )
    select require_rows('form_assignment', (select count(*) from updated), ${drafts.length}::int)
  `.execute(line);
  const saved = sql`
    insert into form_draft (assignment_id, answers, lineage_id, revision_before_run, saved_at)
    select "formAssignmentId", answers, "lineageId", "revisionBeforeRun", "savedAt" from ${wanted}
    order by "formAssignmentId"
    on conflict (assignment_id) do update
    set answers = excluded.answers, lineage_id = excluded.lineage_id,
        revision_before_run = excluded.revision_before_run, saved_at = excluded.saved_at
  `.execute(line);
  await Promise.all([updated, saved]);
}
