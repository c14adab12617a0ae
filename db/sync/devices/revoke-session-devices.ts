import { anyOf, clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { Device } from "../device.ts";
import { endDeviceSecrets } from "./end-device-secrets.ts";

/**
 * Revokes the active devices of these sessions, under the locks of their lineages: before or after a whole batch,
 * never inside one. The caller has locked users and sessions, so that no device can join them meanwhile.
 */
export async function revokeSessionDevices(
  tx: Tx,
  sessions: { readonly userIds: readonly string[]; readonly sessionIds: readonly string[] },
): Promise<readonly SessionDevice[]> {
  const { userIds, sessionIds } = sessions;
  const lineages = tables(tx)
    .selectFrom("device")
    .where("userId", "=", anyOf(userIds))
    .where("status", "=", "ACTIVE")
    .where("appSessionId", "=", anyOf(sessionIds))
    .select("lineageId");
  await tables(tx)
    .selectFrom("deviceLineage")
    .where("id", "in", lineages)
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const revoked = await tables(tx)
    .updateTable("device")
    .set({
      status: "REVOKED",
      revocation: "SESSION_ENDED",
      revokedAt: clockNow,
      updatedAt: clockNow,
    })
    .where("userId", "=", anyOf(userIds))
    .where("status", "=", "ACTIVE")
    .where("appSessionId", "=", anyOf(sessionIds))
    .returning(["id", "userId"])
    .execute();
  await endDeviceSecrets(tx, revoked);
  return revoked;
}

/** A device revoked because its session ended. */
export interface SessionDevice {
  readonly id: string;
  readonly userId: string;
}

/** Moves a device to the session that now uses it. The caller has locked that session and the lineage. */
export async function moveDeviceToSession(
  tx: Tx,
  device: { readonly deviceId: string; readonly userId: string; readonly appSessionId: string },
): Promise<void> {
  const { deviceId: id, userId, appSessionId } = device;
  await tx.nativeUpdate(Device, { id, userId, status: "ACTIVE" }, { appSessionId });
}
