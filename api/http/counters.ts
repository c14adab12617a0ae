import { RateLimiterPostgres } from "rate-limiter-flexible";
import { rateLimitStore } from "../../db/platform/rate-limit-store.ts";
import type { ApiDeps } from "../api-deps.ts";
import { describeFault } from "./describe-fault.ts";

/** Counters that all processes share. */
export interface Counters {
  /** Increments every counter and returns those above their limit. */
  count(moved: readonly Counter[]): Promise<Exceeded[]>;
  /** Decrements each counter. */
  giveBack(moved: readonly Counter[]): Promise<void>;
  /** True once per key and window, so that an attacker cannot fill the audit. */
  isFirstRefusal(counter: Exceeded): Promise<boolean>;
}

/** Points within a duration in seconds (docs/rooms/wire.md#failed-attempts). */
const RULES = {
  /** Requests to anonymous routes. */
  anonymous: { points: 60, duration: 60 },
  /** Failures of preview, validation, registration and identity linking, by identity. */
  identity: { points: 10, duration: 900 },
  token: { points: 5, duration: 900 },
  address: { points: 60, duration: 900 },
  /** Invalid logout tokens; valid ones are not counted. */
  forged: { points: 60, duration: 60 },
} as const;

/** A counter that a request increments; the key is a hash. */
export interface Counter {
  readonly limit: keyof typeof RULES;
  readonly key: string;
}

/** A counter above its limit, for this much longer. */
export interface Exceeded extends Counter {
  readonly waitMs: number;
}

/** Opens the counters of table `rate_limit`. */
export function openCounters(deps: ApiDeps): Counters {
  const limiters = openLimiters(deps);
  /** A failure of the counters fails no request. */
  const orNull = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    try {
      return await ask();
    } catch (error) {
      deps.log.warn({ fault: describeFault(error) }, "limits not counted");
      return null;
    }
  };
  return {
    async count(moved) {
      const exceeded: Exceeded[] = [];
      for (const counter of moved) {
        const found = await orNull(() => limiters[counter.limit].penalty(counter.key));
        if (found === null || found.consumedPoints <= RULES[counter.limit].points) continue;
        exceeded.push({ ...counter, waitMs: found.msBeforeNext });
      }
      return exceeded;
    },
    async giveBack(moved) {
      for (const { limit, key } of moved) await orNull(() => limiters[limit].reward(key));
    },
    async isFirstRefusal({ limit, key, waitMs }) {
      const customDuration = Math.max(1, Math.ceil(waitMs / 1000));
      const found = await orNull(() =>
        limiters.refusal.penalty(`${limit}:${key}`, 1, { customDuration }),
      );
      return found?.consumedPoints === 1;
    },
  };
}

function openLimiters(deps: ApiDeps) {
  const storeClient = rateLimitStore(deps.database.em);
  const open = (keyPrefix: string, rule: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: "client",
      tableName: "rate_limit",
      tableCreated: true,
      // The schedule `prune-records` deletes expired rows.
      clearExpiredByTimeout: false,
      keyPrefix,
      ...rule,
    });
  return {
    anonymous: open("anonymous", RULES.anonymous),
    identity: open("identity", RULES.identity),
    token: open("token", RULES.token),
    address: open("address", RULES.address),
    forged: open("forged", RULES.forged),
    refusal: open("refusal", { points: 1, duration: 900 }),
  };
}
