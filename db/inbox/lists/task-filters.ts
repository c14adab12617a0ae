import { type RawBuilder, sql } from "kysely";
import { likePattern } from "../../platform/statements/contains-text.ts";
import type { InboxQuery, InboxSummaryQuery } from "../../../contract/inbox/schema.ts";
import type { CoachTaskStatus } from "../../../contract/inbox/vocabulary.ts";

/** SQL conditions for stored tasks `of` with the given statuses, one for each index. */
export function classesOf(statuses: readonly CoachTaskStatus[], of: string) {
  const [stored, until] = [sql.raw(`${of}.status`), sql.raw(`${of}.snoozed_until`)];
  const has = (status: CoachTaskStatus) => statuses.includes(status);
  const among = (some: readonly CoachTaskStatus[]) => some.filter(has);
  const active = among(["OPEN", "IN_PROGRESS"]);
  const closed = among(["RESOLVED", "DISMISSED", "ARCHIVED"]);
  return [
    ...(active.length === 0
      ? []
      : [sql`${stored} in ('OPEN', 'IN_PROGRESS') and ${stored} = any(${active}::text[])`]),
    ...(has("OPEN") ? [sql`${stored} = 'SNOOZED' and ${until} <= (select clock_now())`] : []),
    ...(has("SNOOZED") ? [sql`${stored} = 'SNOOZED' and ${until} > (select clock_now())`] : []),
    ...(closed.length === 0 ? [] : [sql`${stored} = any(${closed}::text[])`]),
  ];
}

/** SQL of the filters of tasks `of` that list and summary share. */
export function filtersOf(
  query: InboxSummaryQuery & { readonly workspaceId: string | RawBuilder<string> },
  of: string,
) {
  const { workspaceId, taskType, dueBefore, coachUserId } = query;
  const column = (name: string) => sql.raw(`${of}.${name}`);
  const responsible = sql`coalesce(${column("assigned_coach_user_id")}, ${column("coach_user_id")})`;
  return [
    sql`${column("workspace_id")} = ${workspaceId}`,
    ...(taskType === undefined ? [] : [sql`${column("task_type")} = any(${taskType}::text[])`]),
    ...(dueBefore === undefined ? [] : [sql`${column("due_at")} < ${dueBefore}::timestamptz`]),
    ...(coachUserId === undefined ? [] : [sql`${responsible} = ${coachUserId}`]),
  ];
}

/** SQL of the filters of a list, for tasks `of` of clients `p`. */
export function narrowed(page: ListFilters, of: string) {
  const { severity, relationshipId, q, unreadSince } = page;
  const column = (name: string) => sql.raw(`${of}.${name}`);
  return [
    ...filtersOf(page, of),
    ...(severity === undefined ? [] : [sql`${column("severity")} = any(${severity}::text[])`]),
    ...(relationshipId === undefined
      ? []
      : [sql`${column("relationship_id")} = ${relationshipId}`]),
    ...(unreadSince === undefined ? [] : [isNewsSince(of, sql`${unreadSince}`)]),
    ...(q === undefined ? [] : [sql`p.display_name ilike ${likePattern(q)}`]),
  ];
}

/** SQL of whether something new is known of a task `of` after an instant. */
export const isNewsSince = (of: string, instant: RawBuilder<unknown>) =>
  sql`${sql.raw(of)}.news_at > ${instant}::timestamptz`;

/** Filters of a list; the workspace may be an expression of the statement. */
interface ListFilters
  extends InboxSummaryQuery, Pick<InboxQuery, "severity" | "relationshipId" | "q"> {
  readonly workspaceId: string | RawBuilder<string>;
  readonly unreadSince?: Date | undefined;
}
