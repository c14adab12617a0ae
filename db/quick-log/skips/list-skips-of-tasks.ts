import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { SkipReport } from "../settlement.ts";

/** Accepted skips that were not undone, for any present status of their tasks. One statement. */
export async function listSkipsOfTasks(
  tx: Tx,
  taskIds: readonly string[],
): Promise<readonly SkipReport[]> {
  const rows = await tables(tx)
    .selectFrom("quickLogOperation as skip")
    .innerJoin("agendaTask as task", "task.id", "skip.taskId")
    .select(["skip.receiptId", "skip.relationshipId", "task.id as taskId", "skip.localDate"])
    .select(["task.sourceContext", "skip.reason", "skip.note"])
    .where(({ eb, fn, val }) => eb("skip.taskId", "=", fn.any(val(taskIds))))
    .where("skip.status", "=", "ACCEPTED")
    .where("skip.actionKind", "=", "SKIP")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("quickLogOperation as later")
            .select("later.receiptId")
            .whereRef("later.undoesReceiptId", "=", "skip.receiptId"),
        ),
      ),
    )
    .orderBy("skip.receiptId")
    .execute();
  return rows.flatMap(({ reason, note, ...row }) =>
    reason === null ? [] : [{ ...row, reason, hasNote: note !== null }],
  );
}
