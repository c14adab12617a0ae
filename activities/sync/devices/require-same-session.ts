import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { adoptDevice } from "./adopt-device.ts";

/**
 * Checks, under the device's lock, that it belongs to the sending session.
 *
 * @throws OtherSessionError.
 */
export function requireSameSession(known: AdmissionState, use: SessionUse): void {
  const { appSessionId = known.deviceSessionId } = use;
  if (appSessionId !== known.deviceSessionId) throw new OtherSessionError();
}

/** The sending device, and its session and user; without a session the device is not moved. */
export interface SessionUse {
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly appSessionId?: string;
}

/** The device was last used by another session of its user. */
export class OtherSessionError extends Error {
  override readonly name = "OtherSessionError";
}

/** A device that only reads is moved as well, so that signing out of the reading session revokes it. */
export async function followReader(
  em: SqlEntityManager,
  { deviceId, appSessionId }: { readonly deviceId: string; readonly appSessionId: string | null },
  reader: { readonly userId: string; readonly appSessionId: string },
): Promise<void> {
  if (appSessionId === reader.appSessionId) return;
  await transact(em, (tx) => adoptDevice(tx, { ...reader, deviceId }));
}
