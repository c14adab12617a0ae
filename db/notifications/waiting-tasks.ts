import { expressionBuilder, sql } from "kysely";
import { runNamed } from "../named-query.ts";
import { clockOnce } from "../platform/clock-once.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** A task of an inbox, by the name it has in these statements, and whose it is. */
const ofTask = expressionBuilder<
  Tables & { readonly task: Tables["coachTask"]; readonly whose: Tables["relationship"] },
  "task" | "whose"
>();

// As literals: the indexes of what waits are partial, and a name's plan knows no values.
const ACTIVE = [sql.lit("OPEN" as const), sql.lit("IN_PROGRESS" as const)];

/** What of the inbox is open or in progress; what has slept long enough counts as awake. */
const isAwake = ofTask.or([
  ofTask("task.status", "in", ACTIVE),
  ofTask.and([
    ofTask("task.status", "=", sql.lit("SNOOZED" as const)),
    ofTask("task.snoozedUntil", "<=", clockOnce),
  ]),
]);

/** Who is to do it: whom it was handed to, while they are a member, or else whose client it is. */
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
 * What a digest counts. A client who is paused, or not active here, has nothing in it; beside something urgent of a
 * client their missed check-ins and routine skips wait (docs/rooms/inbox.md#notifications).
 */
const isTold = ofTask.and([
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

/** Everybody for whom something waits in the inbox of a workspace. One statement. */
export async function listWaitedFor(tx: Tx, workspaceId: string): Promise<readonly string[]> {
  const waited = toldOf(tx, workspaceId)
    .select(responsible.as("userId"))
    .distinct()
    .orderBy("userId");
  const rows = await runNamed(tx, "waited-for", waited);
  return rows.map(({ userId }) => userId);
}

/** How much waits for somebody in the inbox of a workspace, as their digest counts it. One statement. */
export async function countWaiting(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  const waiting = toldOf(tx, workspaceId)
    .where(responsible, "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("count"));
  const rows = await runNamed(tx, "waiting-count", waiting);
  return rows[0]?.count ?? 0;
}

function toldOf(tx: Tx, workspaceId: string) {
  return tables(tx)
    .selectFrom("coachTask as task")
    .innerJoin("relationship as whose", "whose.id", "task.relationshipId")
    .where("task.workspaceId", "=", workspaceId)
    .where(isTold);
}

/** The number on the icon of a coach's app: what is open or in progress in all of their workspaces. One statement. */
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
