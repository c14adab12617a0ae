import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { rateLimitStore } from "../../db/platform/rate-limit-store.ts";
import { describeFault } from "../http/describe-fault.ts";

/** Refused data from devices, and its daily limit (docs/rooms/sync.md#limits). */
export interface RefusedBytes {
  /** @throws Refusal RATE_LIMITED while a device exceeds its limit. */
  requireRoom(device: RefusedDevice): void;
  /** Counts refused bytes across all processes; a device above its limit is cached here. */
  count(device: RefusedDevice, bytes: number): Promise<void>;
}

/** A device with its owner: nobody learns about another one's. */
export interface RefusedDevice {
  readonly userId: string;
  readonly deviceId: string;
}

const DAY_SECONDS = 86_400;

/** Maximum cached devices above their limit; an evicted one is found again with its next batch. */
const REMEMBERED = 10_000;

/** Opens the counters of table `rate_limit`. A failure of the counters fails no batch. */
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
    // The schedule `prune-records` deletes expired rows.
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
