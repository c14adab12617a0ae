import { stateConflict } from "../../contract/state-conflict.ts";
import type { FormKey } from "../../db/forms/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { lockOwnForm } from "./lock-own-form.ts";

/**
 * Archives a form: it can no longer be assigned; existing assignments continue. On an archived form it changes
 * nothing.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for the workspace's default: make another the default first.
 */
export async function archiveForm(tx: Tx, key: FormKey): Promise<void> {
  const form = await lockOwnForm(tx, key);
  if (form.status === "ARCHIVED") return;
  if (form.isWorkspaceDefault) throw stateConflict("IS_DEFAULT");
  const now = await clockNow(tx);
  tx.assign(form, { status: "ARCHIVED", archivedAt: now, updatedAt: now });
  await tx.flush();
}
