import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { rateLimitStore } from "../../db/platform/rate-limit-store.ts";
import { describeFault } from "../http/describe-fault.ts";

/** A device and whose it is: nobody learns of another one's. */
export interface RefusedDevice {
  readonly userId: string;
  readonly deviceId: string;
}

/** What devices send that is refused, and how much of it they may in a day (docs/rooms/sync.md#limits). */
export interface RefusedBytes {
  /** @throws Refusal RATE_LIMITED while a device has sent too much of it. */
  requireRoom(device: RefusedDevice): void;
  /** Counts what was refused just now, in all processes; one that stands above its limit is remembered here. */
  count(device: RefusedDevice, bytes: number): Promise<void>;
}

const DAY_SECONDS = 86_400;

/** Devices above their limit that a process remembers; the ones it forgets it learns of by their next batch. */
const REMEMBERED = 10_000;

/** Opens the counters of table `rate_limit`. Trouble with them takes no batch down. */
export function openRefusedBytes({
  em,
  log,
  most = BATCH_LIMITS.refusedBytesADay,
}: {
  readonly em: SqlEntityManager;
  readonly log: Logger;
  readonly most?: number;
}): RefusedBytes {
  const over = new Map<string, number>();
  const limiter = new RateLimiterPostgres({
    storeClient: rateLimitStore(em),
    storeType: "client",
    tableName: "rate_limit",
    tableCreated: true,
    // The schedule `prune-records` takes away what is over.
    clearExpiredByTimeout: false,
    keyPrefix: "refused-bytes",
    points: most,
    duration: DAY_SECONDS,
  });
  return {
    requireRoom(device) {
      const waitMs = (over.get(keyOf(device)) ?? 0) - Date.now();
      if (waitMs > 0) throw new Refusal("RATE_LIMITED", { retryAfterSeconds: waitMs / 1000 });
    },
    async count(device, bytes) {
      if (bytes === 0) return;
      try {
        const { consumedPoints, msBeforeNext } = await limiter.penalty(device.deviceId, bytes);
        if (consumedPoints > most) remember(over, keyOf(device), Date.now() + msBeforeNext);
      } catch (error) {
        log.warn({ fault: describeFault(error) }, "refused bytes not counted");
      }
    },
  };
}

function remember(over: Map<string, number>, key: string, until: number): void {
  over.delete(key);
  over.set(key, until);
  const [oldest] = over.keys();
  if (over.size > REMEMBERED && oldest !== undefined) over.delete(oldest);
}

function keyOf({ userId, deviceId }: RefusedDevice): string {
  return `${userId} ${deviceId}`;
}
