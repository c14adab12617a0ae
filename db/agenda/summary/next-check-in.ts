import { sql } from "kysely";

/**
 * The first local date after the present one with a planned check-in of `relationship`; null if no plan has one, or no
 * day begins.
 */
export const nextCheckIn = sql<string | null>`(
  select min(planned)::text
  from relationship_calendar calendar
  join plan_assignment assignment on assignment.relationship_id = calendar.relationship_id
  cross join lateral unnest(assignment.planned_dates) planned
  where calendar.relationship_id = relationship.id and calendar.next_day_at is not null
    and assignment.plan_kind = 'CHECK_IN' and assignment.status = 'ACTIVE'
    and planned > calendar.local_date
    and (assignment.end_date is null or planned <= assignment.end_date))`;
