import type { NotifiableTask } from "../../rules/inbox/notifications-for.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** A task with its responsible coach, never a former member. Null if there is no such task. One statement. */
export async function findNotifiableTask(tx: Tx, taskId: string): Promise<NotifiableTask | null> {
  const found = await tables(tx)
    .selectFrom("coachTask as t")
    .innerJoin("coachWorkspace as w", "w.id", "t.workspaceId")
    .leftJoin("workspaceMembership as m", (join) =>
      join
        .onRef("m.workspaceId", "=", "t.workspaceId")
        .onRef("m.userId", "=", "t.assignedCoachUserId")
        .on("m.status", "=", "ACTIVE"),
    )
    .select([
      "t.id",
      "t.taskType",
      "t.status",
      "t.severity",
      "t.touchedAt",
      "t.lateToldAt",
      "w.ownerUserId",
    ])
    .select(({ fn }) => fn.coalesce("m.userId", "t.coachUserId").as("responsibleUserId"))
    .where("t.id", "=", taskId)
    .executeTakeFirst();
  return found ?? null;
}
