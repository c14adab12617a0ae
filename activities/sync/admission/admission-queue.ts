import { Refusal } from "../../../contract/refusal.ts";

/** Admissions of one device that may wait in this process behind the one that runs. */
const MAY_WAIT = 2;

/**
 * Lets one admission of a device run at a time in this process, so that a device that retries in haste
 * holds one connection and not the pool (docs/rules.md#storage-transactions).
 */
export interface AdmissionQueue {
  /** @throws Refusal UNAVAILABLE with Retry-After when two already wait. */
  run<T>(deviceId: string, admission: () => Promise<T>): Promise<T>;
}

/** An empty queue for one process. */
export function createAdmissionQueue(): AdmissionQueue {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>();
  return {
    async run(deviceId, admission) {
      const line = lines.get(deviceId) ?? { length: 0, last: Promise.resolve() };
      if (line.length > MAY_WAIT) throw new Refusal("UNAVAILABLE", { retryAfterSeconds: 1 });
      const before = line.last;
      const turn = before.then(admission, admission);
      const settled = turn.catch(() => undefined);
      lines.set(deviceId, { length: line.length + 1, last: settled });
      try {
        return await turn;
      } finally {
        leave(lines, deviceId);
      }
    },
  };
}

function leave(lines: Map<string, { length: number; last: Promise<unknown> }>, deviceId: string) {
  const line = lines.get(deviceId);
  if (line === undefined) return;
  if (line.length <= 1) lines.delete(deviceId);
  else lines.set(deviceId, { ...line, length: line.length - 1 });
}
