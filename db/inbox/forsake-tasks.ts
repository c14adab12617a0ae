import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";
import type { ChangedTask } from "./changes/insert-changes.ts";

/** Who left a workspace, and who coaches their clients now. */
interface Forsaken {
  readonly workspaceId: string;
  readonly userId: string;
  readonly successorUserId: string;
}

/**
 * Gives the unresolved tasks of a member who left to who follows them, and takes back what was handed to them. One statement.
 *
 * @returns which they are.
 */
export async function forsakeTasks(
  tx: Tx,
  { workspaceId, userId, successorUserId }: Forsaken,
  now: Date,
): Promise<readonly ChangedTask[]> {
  // Held in the order of their ids, as everybody does who holds several.
  const forsaken = tables(tx)
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
    .where("id", "in", forsaken)
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
