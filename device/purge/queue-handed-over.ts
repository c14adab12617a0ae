import type { Statement } from "../ports/sql.ts";
import { MEDIA_KEY } from "./reached-drafts.ts";

/** Adds a device to unsent operations, acts, drafts and files: later orders to that device reach them too. */
export function queueHandedOver(
  deviceId: string,
  { unsent, drafts }: UnsentQueue,
): readonly Statement[] {
  const reached = [
    ["sync_operation", "client_operation_id", unsent],
    ["online_act", "act_id", unsent],
    ["draft", "kind || '/' || id", drafts],
    ["media", MEDIA_KEY, drafts],
  ] as const;
  return reached.map(([table, key, keys]) => ({
    sql: `update ${table} set device_ids = json_insert(device_ids, '$[#]', ?1)
      where ${key} in (select value from json_each(?2))
        and not exists (select 1 from json_each(device_ids) where value = ?1)`,
    params: [deviceId, JSON.stringify(keys)],
  }));
}

/** Ids of operations and acts, and keys `kind/id` of drafts and files. */
export interface UnsentQueue {
  readonly unsent: readonly string[];
  readonly drafts: readonly string[];
}
