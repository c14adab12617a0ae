import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** A device that a session ending took along. */
export interface SessionDevice {
  readonly id: string;
  readonly userId: string;
}

/**
 * Revokes the active devices that belong to these sessions, under the locks of their lineages: before
 * or after a whole batch, never inside one, and later than what came before. The caller holds users
 * and sessions, so that no device can join them meanwhile.
 */
export async function revokeSessionDevices(
  tx: Tx,
  sessions: { readonly userIds: readonly string[]; readonly sessionIds: readonly string[] },
): Promise<readonly SessionDevice[]> {
  const { userIds, sessionIds } = sessions;
  const belongs = sql<boolean>`user_id = any(${userIds}::uuid[]) and status = 'ACTIVE'
    and app_session_id = any(${sessionIds}::uuid[])`;
  await sql`
    select id from device_lineage
     where id in (select lineage_id from device where ${belongs})
     order by id for no key update
  `.execute(tx.getKysely());
  const { rows } = await sql<SessionDevice>`
    update device
       set status = 'REVOKED', revoked_at = clock_now(), updated_at = clock_now()
     where ${belongs}
    returning id, user_id as "userId"
  `.execute(tx.getKysely());
  return rows;
}

/** Moves a device to the session that uses it now. The caller holds that session and the lineage. */
export async function moveDeviceToSession(
  tx: Tx,
  device: { readonly deviceId: string; readonly userId: string; readonly appSessionId: string },
): Promise<void> {
  await sql`
    update device set app_session_id = ${device.appSessionId}
     where id = ${device.deviceId} and user_id = ${device.userId} and status = 'ACTIVE'
  `.execute(tx.getKysely());
}
