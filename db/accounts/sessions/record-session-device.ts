import type { Tx } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";

/** Stores, as keyed hashes, the device and the address from which an app session is used. */
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
