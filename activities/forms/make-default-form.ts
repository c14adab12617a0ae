import { stateConflict } from "../../contract/state-conflict.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import type { FormKey } from "../../db/forms/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { lockOwnForm } from "./lock-own-form.ts";

/**
 * Makes a form the default that clients of the workspace get when they register; it replaces the former default. The
 * caller holds the workspace's lock, so that changes of the default are serialised.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for a form that is not published or is archived.
 */
export async function makeDefaultForm(tx: Tx, key: FormKey): Promise<void> {
  const form = await lockOwnForm(tx, key);
  if (form.status !== "PUBLISHED") throw stateConflict("NOT_PUBLISHED");
  if (form.isWorkspaceDefault) return;
  const { workspaceId } = key;
  const updatedAt = await clockNow(tx);
  // Clear the old default first: a unique constraint, checked row by row, refuses two defaults.
  await tx.nativeUpdate(
    FormDefinition,
    { workspaceId, isWorkspaceDefault: true },
    { isWorkspaceDefault: false, updatedAt },
  );
  tx.assign(form, { isWorkspaceDefault: true, updatedAt });
  await tx.flush();
}
