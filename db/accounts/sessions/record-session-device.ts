import type { Tx } from "../../transact.ts";
import { tables } from "../../tables.ts";

/** Notes, as keyed hashes, on which device and from where an app session is used. */
export async function recordSessionDevice(
  tx: Tx,
  session: {
    readonly id: string;
    readonly deviceIdHash: string | null;
    readonly ipHash: string;
  },
): Promise<void> {
  const { id, deviceIdHash, ipHash } = session;
  await tables(tx)
    .updateTable("appSession")
    .set({ ipHash, ...(deviceIdHash !== null && { deviceIdHash }) })
    .where("id", "=", id)
    .execute();
}
