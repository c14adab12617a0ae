import { findDueDeferrals } from "../../../db/sync/retry/device-tries.ts";
import type { DeferralKey } from "../../../db/sync/retry/deferral.ts";
import { transact } from "../../../db/transact.ts";
import { recordDeviceAgenda } from "../settlement/record-device-agenda.ts";
import { putOffDeferral } from "./put-off-deferral.ts";
import { readmitDeferral } from "./readmit-deferral.ts";
import { hasTime, isTrouble, TRIES, type SettlementRun } from "../settlement/settlement-run.ts";

/** How the due tries went: verdicts found, and the first fault that was not the operation's own. */
export interface Tries {
  readonly decidedCount: number;
  readonly fault: Error | null;
}

/** Each try in its own transaction; the crash of an operation is counted by the try itself. */
export async function retryDeferrals(run: SettlementRun): Promise<Tries> {
  let decidedCount = 0;
  let fault: Error | null = null;
  for (const key of await findDueDeferrals(run.em.fork(), run.deviceId, TRIES)) {
    if (!hasTime(run)) break;
    try {
      decidedCount += await retryOnce(run, key);
    } catch (error) {
      fault ??= error instanceof Error ? error : new Error("A try failed", { cause: error });
      if (!isTrouble(error)) await transact(run.em, (tx) => putOffDeferral(tx, key, error));
    }
  }
  return { decidedCount, fault };
}

async function retryOnce(run: SettlementRun, key: DeferralKey): Promise<number> {
  const { em, deviceId, features, settlements } = run;
  return await transact(em, async (tx) => {
    const readmission = await readmitDeferral(tx, { ...key, features });
    await recordDeviceAgenda(tx, { deviceId, settlements });
    return readmission === "DECIDED" || readmission === "QUARANTINED" ? 1 : 0;
  });
}
