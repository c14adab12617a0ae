import { getSupportAgendaTask } from "../../../db/sync/support/agenda/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/**
 * Shows a stored daily task to an operator, audited in the same transaction. Its receipts are named and not shown, so
 * none is cited.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readAgendaTask(
  tx: Tx,
  { taskId, operator }: { readonly taskId: string; readonly operator: Operator },
) {
  const task = await getSupportAgendaTask(tx, taskId);
  const access = { kind: "AGENDA_TASK", deviceId: null, receiptIds: [] } as const;
  await auditAccess(tx, { ...access, agendaTaskId: taskId }, operator);
  return task;
}
