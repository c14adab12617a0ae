import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { FormKey } from "./queries.ts";

/**
 * Locks a form for a change; it reads nothing, because a waiting statement may read stale rows.
 *
 * @returns false if the workspace has no such form.
 */
export async function lockForm(tx: Tx, { workspaceId, formId }: FormKey): Promise<boolean> {
  const locked = await tables(tx)
    .selectFrom("formDefinition")
    .select("id")
    .where("id", "=", formId)
    .where("workspaceId", "=", workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}
