import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { transact } from "../../../db/transact.ts";
import { adoptDevice } from "./adopt-device.ts";

/** Which device sends, in which session of whose; without a session the device stays where it is. */
export interface SessionUse {
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly appSessionId?: string;
}

/** The device was last used by another session of its user. */
class OtherSessionError extends Error {
  override readonly name = "OtherSessionError";
}

/** Under the device's lock: whether it belongs to the session that sends. @throws OtherSessionError. */
export function requireSameSession(known: AdmissionState, use: SessionUse): void {
  const { appSessionId = known.deviceSessionId } = use;
  if (appSessionId !== known.deviceSessionId) throw new OtherSessionError();
}

/**
 * Admits for a session: a device that belongs to an earlier one is moved first, and the admission begun
 * again. Signing out then takes the device along, so that it comes before or after a whole batch; the
 * ordinary batch pays nothing for it.
 */
export async function followSession<T>(
  em: SqlEntityManager,
  use: SessionUse,
  admit: () => Promise<T>,
): Promise<T> {
  try {
    return await admit();
  } catch (error) {
    const { deviceId, actorUserId: userId, appSessionId } = use;
    if (!(error instanceof OtherSessionError) || appSessionId === undefined) throw error;
    await transact(em, (tx) => adoptDevice(tx, { deviceId, userId, appSessionId }));
    return await admit();
  }
}

/** The same of a device that only reads: signing out of the session that reads takes it along. */
export async function followReader(
  em: SqlEntityManager,
  { deviceId, appSessionId }: { readonly deviceId: string; readonly appSessionId: string | null },
  reader: { readonly userId: string; readonly appSessionId: string },
): Promise<void> {
  if (appSessionId === reader.appSessionId) return;
  await transact(em, (tx) => adoptDevice(tx, { ...reader, deviceId }));
}
