import { stateConflict } from "../../contract/state-conflict.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import type { FormKey } from "../../db/forms/queries.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { lockOwnForm } from "./lock-own-form.ts";

/**
 * Makes a form the one that clients of the workspace get when they register, in place of the former. The
 * caller holds the workspace: one default follows another.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for a form that is not published or is archived.
 */
export async function makeDefaultForm(tx: Tx, key: FormKey): Promise<void> {
  const form = await lockOwnForm(tx, key);
  if (form.status !== "PUBLISHED") throw stateConflict("NOT_PUBLISHED");
  if (form.isWorkspaceDefault) return;
  const { workspaceId } = key;
  const updatedAt = await clockNow(tx);
  // First: two defaults at once are refused row by row.
  await tx.nativeUpdate(
    FormDefinition,
    { workspaceId, isWorkspaceDefault: true },
    { isWorkspaceDefault: false, updatedAt },
  );
  tx.assign(form, { isWorkspaceDefault: true, updatedAt });
  await tx.flush();
}
