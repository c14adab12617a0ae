import type { Core } from "../core.ts";
import { textIn } from "../store/columns.ts";
import { DEVICE_KEY, secretName } from "./act-keys.ts";

/**
 * Deletes the acts of the whole device, even open ones, with their secrets and their key. This happens once the person
 * has an account, and on an order that deletes everything.
 */
export async function forgetDeviceActs({ ports: { sql, vault } }: Core): Promise<void> {
  const types = await sql.read({
    sql: `select distinct act_type from online_act where scope_id is null`,
  });
  for (const row of types) await vault.remove(secretName(textIn(row, "act_type")));
  await vault.removeKey(DEVICE_KEY);
  await sql.write([{ sql: `delete from online_act where scope_id is null` }]);
}
