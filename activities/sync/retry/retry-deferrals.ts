import { type DueDeferral, findDueDeferrals } from "../../../db/sync/retry/device-tries.ts";
import { linkTraces } from "../../../db/platform/tracing/stored-traces.ts";
import { isTrouble, transact } from "../../../db/platform/transactions/transact.ts";
import { recordDeviceAgenda } from "../settlement/record-device-agenda.ts";
import { putOffDeferral } from "./put-off-deferral.ts";
import { readmitDeferral, type Readmission } from "./readmit-deferral.ts";
import { hasTime, TRIES, type DeviceRun } from "../settlement/settlement-deps.ts";

/** Runs each attempt in its own transaction; the attempt itself counts a crash. */
export async function retryDeferrals(run: DeviceRun): Promise<Tries> {
  const met = { retried: 0, quarantined: 0 };
  let fault: Error | null = null;
  for (const key of await findDueDeferrals(run.em.fork(), run.deviceId, TRIES)) {
    if (!hasTime(run)) break;
    try {
      const readmission = await linkTraces([key], spanOf(run), () => retryOnce(run, key));
      if (readmission !== "NOT_DUE") met.retried += 1;
      if (readmission === "QUARANTINED") met.quarantined += 1;
    } catch (error) {
      fault ??= error instanceof Error ? error : new Error("A retry failed", { cause: error });
      if (!isTrouble(error)) await transact(run.em, (tx) => putOffDeferral(tx, key, error));
    }
  }
  return { ...met, fault };
}

/** The result of the due retries, and the first fault that the operation itself did not cause. */
export interface Tries {
  /** Attempts made, and those of them that ended in quarantine. */
  readonly retried: number;
  readonly quarantined: number;
  readonly fault: Error | null;
}

const spanOf = ({ deviceId }: DeviceRun) => ({
  name: "retry operation",
  attributesOf: () => ({ "sideline.device_id": deviceId }),
});

async function retryOnce(run: DeviceRun, key: DueDeferral): Promise<Readmission> {
  const { em, deviceId, features } = run;
  return await transact(em, async (tx) => {
    const readmission = await readmitDeferral(tx, { ...key, features });
    await recordDeviceAgenda(tx, deviceId);
    return readmission;
  });
}
