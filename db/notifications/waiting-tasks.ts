import { expressionBuilder, sql } from "kysely";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { clockOnce } from "../platform/clock-once.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** A task of an inbox and its relationship, by their aliases in these statements. */
const ofTask = expressionBuilder<
  Tables & { readonly task: Tables["coachTask"]; readonly whose: Tables["relationship"] },
  "task" | "whose"
>();

// Literals, because the indexes of waiting tasks are partial, and the plan of a named statement knows no parameter
// values.
const ACTIVE = [sql.lit("OPEN" as const), sql.lit("IN_PROGRESS" as const)];

/** Whether a task is open or in progress; one whose snooze is over counts as open. */
const isAwake = ofTask.or([
  ofTask("task.status", "in", ACTIVE),
  ofTask.and([
    ofTask("task.status", "=", sql.lit("SNOOZED" as const)),
    ofTask("task.snoozedUntil", "<=", clockOnce),
  ]),
]);

/** The responsible coach: the assignee while a member, else the client's coach. */
const responsible = ofTask.fn.coalesce(
  ofTask
    .selectFrom("workspaceMembership as member")
    .select("member.userId")
    .whereRef("member.workspaceId", "=", "task.workspaceId")
    .whereRef("member.userId", "=", "task.assignedCoachUserId")
    .where("member.status", "=", sql.lit("ACTIVE" as const)),
  "task.coachUserId",
);

/**
 * Whether the digest counts a task. It omits clients who are paused or inactive, and missed check-ins and routine
 * skips of a client with something urgent (docs/rooms/inbox.md#notifications).
 */
const isCounted = ofTask.and([
  isAwake,
  ofTask("whose.status", "in", ["ONBOARDING", "ACTIVE"]),
  ofTask.not(
    ofTask.and([
      ofTask.or([
        ofTask("task.taskType", "=", "MISSED_CHECK_IN"),
        ofTask.and({ "task.sourceKind": "SKIP", "task.severity": "LOW" }),
      ]),
      ofTask.exists(
        ofTask
          .selectFrom("coachTask as first")
          .select(({ lit }) => lit(1).as("one"))
          .whereRef("first.relationshipId", "=", "task.relationshipId")
          .where("first.urgent", "=", sql.lit(true))
          .where("first.status", "in", ACTIVE),
      ),
    ]),
  ),
]);

/** Every coach with waiting tasks in the inbox of a workspace. One statement. */
export async function listWaitedFor(tx: Tx, workspaceId: string): Promise<readonly string[]> {
  const waited = countedTasks(tx, workspaceId)
    .select(responsible.as("userId"))
    .distinct()
    .orderBy("userId");
  const rows = await runNamed(tx, "waited-for", waited);
  return rows.map(({ userId }) => userId);
}

/** How many tasks wait for a coach in the inbox of a workspace, as their digest counts them. One statement. */
export async function countWaiting(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  const waiting = countedTasks(tx, workspaceId)
    .where(responsible, "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("count"));
  const rows = await runNamed(tx, "waiting-count", waiting);
  return rows[0]?.count ?? 0;
}

function countedTasks(tx: Tx, workspaceId: string) {
  return tables(tx)
    .selectFrom("coachTask as task")
    .innerJoin("relationship as whose", "whose.id", "task.relationshipId")
    .where("task.workspaceId", "=", workspaceId)
    .where(isCounted);
}

/** The badge on a coach's app: how many tasks are open or in progress in all their workspaces. One statement. */
export async function countBadge(tx: Tx, userId: string): Promise<number> {
  const badge = tables(tx)
    .selectFrom("workspaceMembership as member")
    .innerJoin("coachTask as task", "task.workspaceId", "member.workspaceId")
    .where("member.userId", "=", userId)
    .where("member.status", "=", sql.lit("ACTIVE" as const))
    .where(isAwake)
    .select(({ fn }) => fn.countAll<number>().as("count"));
  const rows = await runNamed(tx, "inbox-badge", badge);
  return rows[0]?.count ?? 0;
}
