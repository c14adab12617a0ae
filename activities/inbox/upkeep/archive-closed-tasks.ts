import { listOldClosedTasks } from "../../../db/inbox/list-old-closed-tasks.ts";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { recordChanges } from "../record-changes.ts";

/**
 * Archives tasks that were closed 90 days ago, and emits it (docs/rooms/inbox.md#retention). Their resolution stays.
 *
 * @returns how many.
 */
export async function archiveClosedTasks(tx: Tx, limit: number, skip = 0): Promise<number> {
  const ids = await listOldClosedTasks(tx, limit, skip);
  if (ids.length === 0) return 0;
  const tasks = await tx.find(CoachTask, { id: { $in: [...ids] } });
  const now = await clockNow(tx);
  await archive(tx, tasks, { now, requestId: REQUEST_ID });
  return tasks.length;
}

/** Takes the place of a request id: time triggers this. */
const REQUEST_ID = "inbox-archive";

/** Archives tasks whose rows are locked, and emits it. */
export async function archive(
  tx: Tx,
  tasks: readonly CoachTask[],
  origin: { readonly now: Date; readonly requestId: string | null },
): Promise<void> {
  const { now } = origin;
  const changes = tasks.map((task) => {
    const wasClosed = task.closedAt !== null;
    return { task, type: "archived", byUserId: null, wasClosed } as const;
  });
  for (const task of tasks) {
    const statusBeforeClose = task.statusBeforeClose ?? task.status;
    const closedAt = task.closedAt ?? now;
    const revision = task.revision + 1;
    tx.assign(task, { status: "ARCHIVED", statusBeforeClose, closedAt, revision, updatedAt: now });
  }
  await tx.flush();
  if (changes.length > 0) await recordChanges(tx, changes, origin);
}
