import { sql } from "kysely";
import type { Tx } from "../transact.ts";
import type { FormKey } from "./queries.ts";

/**
 * Locks a form for a change of it; nothing is read, what a waiting statement reads may be stale.
 *
 * @returns false when the workspace has no such form.
 */
export async function lockForm(tx: Tx, { workspaceId, formId }: FormKey): Promise<boolean> {
  const { rows } = await sql`
    select id from form_definition where id = ${formId} and workspace_id = ${workspaceId}
    for no key update
  `.execute(tx.getKysely());
  return rows.length === 1;
}
