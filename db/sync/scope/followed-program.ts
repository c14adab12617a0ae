import { sql } from "kysely";
import type { ActiveProgram } from "../../../contract/plans/active-program-schema.ts";
import type { PlanSpan } from "../../../rules/plans/plan-dates.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";

/** The program that a client follows, as stored: its spans tell what runs when. */
export interface FollowedProgram extends Omit<ActiveProgram, "days"> {
  readonly spans: readonly PlanSpan[];
  readonly plannedDates: readonly string[];
}

/** SQL of whether a program assignment of `relationship` changed after a counter; true without a counter. */
export function programChangedSince(seq: number | null) {
  return sql<boolean>`(${seq}::bigint is null or exists (
    select from scope_change change
    where change.relationship_id = relationship.id and change.seq > ${seq}::bigint
      and jsonb_exists(change.changes, 'plan_assignment')))`;
}

/** SQL of the program that the client of `relationship` follows, as JSON, with its whole tree; null without one. */
export const followedProgram = sql<FollowedProgram | null>`(
  select json_build_object('assignmentId', followed.id, 'planId', followed.plan_id,
    'planRevision', followed.applied_revision, 'followsNewer', followed.follows_newer,
    'status', followed.status, 'startDate', followed.start_date, 'endDate', followed.end_date,
    'program', revision.content, 'spans', followed.spans, 'plannedDates', followed.planned_dates,
    'updatedAt', ${wireInstant("followed.updated_at")})
  from plan_assignment followed
  join plan_revision revision
    on revision.plan_id = followed.plan_id and revision.revision = followed.applied_revision
  where followed.relationship_id = relationship.id and followed.plan_kind = 'PROGRAM'
    and followed.status = 'ACTIVE')`;
