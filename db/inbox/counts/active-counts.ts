import { type RawBuilder, sql } from "kysely";

/** SQL of the number of tasks of each client that are open or in progress, from the kept counts. */
export const activeCounts = (workspaceId: string | RawBuilder<string>) => sql`
  select relationship_id, sum(open_count + in_progress_count)::int as count
  from coach_task_count where workspace_id = ${workspaceId} group by relationship_id`;
