import { lockFreeScopes } from "../../db/lock-scopes.ts";
import type { Tx } from "../../db/transact.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { materialiseScopes } from "./materialise-scopes.ts";

/**
 * Gives relationships the tasks of their present local day: at most 50, and only those that nobody else
 * is writing to; the sweep finds the others again.
 *
 * @returns the tasks that were made.
 */
export async function materialiseDay(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly DayTask[]> {
  return await materialiseScopes(tx, await lockFreeScopes(tx, relationshipIds), null);
}
