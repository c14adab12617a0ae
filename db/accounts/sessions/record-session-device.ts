import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** Notes, as keyed hashes, on which device and from where an app session is used. */
export async function recordSessionDevice(
  tx: Tx,
  session: {
    readonly id: string;
    readonly deviceIdHash: string | null;
    readonly ipHash: string;
  },
): Promise<void> {
  await sql`
    update app_session
       set device_id_hash = coalesce(${session.deviceIdHash}, device_id_hash),
           ip_hash = ${session.ipHash}
     where id = ${session.id}
  `.execute(tx.getKysely());
}
