import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { ChangedTask } from "./changes/insert-inbox-changes.ts";

/**
 * Moves the unresolved tasks of a former member to the successor, and removes the member as assignee. One statement.
 *
 * @returns the changed tasks.
 */
export async function unassignTasks(
  tx: Tx,
  { workspaceId, userId, successorUserId }: RemovedMember,
  now: Date,
): Promise<readonly ChangedTask[]> {
  // Locked in id order, as everything that locks several tasks does.
  const unassigned = tables(tx)
    .selectFrom("coachTask")
    .select("id")
    .where("workspaceId", "=", workspaceId)
    .where("status", "in", [...UNRESOLVED_STATUSES])
    .where((task) =>
      task.or([task("coachUserId", "=", userId), task("assignedCoachUserId", "=", userId)]),
    )
    .orderBy("id")
    .forNoKeyUpdate();
  return await tables(tx)
    .updateTable("coachTask")
    .where("id", "in", unassigned)
    .set((task) => ({
      coachUserId: task
        .case()
        .when("coachUserId", "=", userId)
        .then(successorUserId)
        .else(task.ref("coachUserId"))
        .end(),
      assignedCoachUserId: task.fn("nullif", ["assignedCoachUserId", task.val(userId)]),
      revision: task("revision", "+", 1),
      updatedAt: now,
    }))
    .returning(["id", "workspaceId"])
    .execute();
}

/** A former member of a workspace, and the successor for their clients. */
interface RemovedMember {
  readonly workspaceId: string;
  readonly userId: string;
  readonly successorUserId: string;
}
