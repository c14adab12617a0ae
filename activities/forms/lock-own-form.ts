import { Refusal } from "../../contract/refusal.ts";
import type { FormDefinition } from "../../db/forms/form-definition.ts";
import { lockForm } from "../../db/forms/lock-form.ts";
import { type FormKey, getFormDefinition } from "../../db/forms/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Locks a form and reads it.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function lockOwnForm(tx: Tx, key: FormKey): Promise<FormDefinition> {
  if (!(await lockForm(tx, key))) throw new Refusal("NOT_FOUND");
  return await getFormDefinition(tx, key);
}
