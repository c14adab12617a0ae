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
export class OtherSessionError extends Error {
  override readonly name = "OtherSessionError";
}

/** Under the device's lock: whether it belongs to the session that sends. @throws OtherSessionError. */
export function requireSameSession(known: AdmissionState, use: SessionUse): void {
  const { appSessionId = known.deviceSessionId } = use;
  if (appSessionId !== known.deviceSessionId) throw new OtherSessionError();
}

/** A device that only reads is moved too: signing out of the session that reads takes it along. */
export async function followReader(
  em: SqlEntityManager,
  { deviceId, appSessionId }: { readonly deviceId: string; readonly appSessionId: string | null },
  reader: { readonly userId: string; readonly appSessionId: string },
): Promise<void> {
  if (appSessionId === reader.appSessionId) return;
  await transact(em, (tx) => adoptDevice(tx, { ...reader, deviceId }));
}
