import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import type { MembershipRole } from "../../contract/workspaces/vocabulary.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import type { CoachTask } from "./coach-task.ts";

/** The unresolved tasks of the cases of some tasks, by case. One statement. */
export async function listUnresolvedTasks(
  executor: QueryExecutor,
  tasks: readonly Pick<CoachTask, "workspaceId" | "dedupeKey">[],
): Promise<readonly Pick<CoachTask, "id" | "dedupeKey">[]> {
  const keys = tasks.map(({ dedupeKey }) => dedupeKey);
  const workspaceIds = [...new Set(tasks.map(({ workspaceId }) => workspaceId))];
  return await executor.tables
    .selectFrom("coachTask")
    .where("workspaceId", "=", anyOf(workspaceIds))
    .where(({ eb, fn, val }) => eb("dedupeKey", "=", fn.any(val(keys))))
    .where("status", "in", [...UNRESOLVED_STATUSES])
    .select(["id", "dedupeKey"])
    .execute();
}

/** A user's role in a workspace; null for non-members. One statement. */
export async function findRole(
  executor: QueryExecutor,
  workspaceId: string,
  userId: string,
): Promise<MembershipRole | null> {
  const member = await executor.tables
    .selectFrom("workspaceMembership")
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .where("status", "=", "ACTIVE")
    .select("role")
    .executeTakeFirst();
  return member?.role ?? null;
}
