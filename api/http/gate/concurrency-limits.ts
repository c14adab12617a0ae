import { TRAFFIC, type Traffic } from "./traffic.ts";
import type { Leave } from "./token-buckets.ts";
import type { LoadSensor } from "./load-sensor.ts";
import { openPauses, type PauseOptions } from "./pauses.ts";
import { type Burst, openBurst } from "./burst.ts";
import { GateRejection } from "./gate-rejection.ts";

/** Maximum concurrent requests by traffic (docs/rooms/wire.md#overload). */
export type ConcurrencyLimits = Readonly<Record<Traffic, number>>;

/**
 * The concurrency limits of a process with this many database connections. A batch occupies one of half of them. One
 * waiting behind each keeps them busy; more would only wait longer. A read, or a request that waits for somebody
 * else, occupies one briefly.
 */
export function concurrencyLimitsOf(poolSize: number): ConcurrencyLimits {
  return {
    SIGN_OUT: 5 * poolSize,
    READ: 10 * poolSize,
    SYNC: poolSize,
    TRANSFER: 10 * poolSize,
    POLL: 100 * poolSize,
    MEDIA: 2 * poolSize,
    FILE: 5 * poolSize,
    OTHER: 5 * poolSize,
  };
}

/** The running requests of this process, and their limits. */
export interface ConcurrencySlots {
  /** Takes a slot of a traffic class. @throws Refusal UNAVAILABLE with Retry-After. */
  take(traffic: Traffic): Leave;
  /**
   * Counts a slot under its client key: once half of the slots are taken, one client key may have at most a quarter.
   *
   * @throws Refusal UNAVAILABLE with Retry-After.
   */
  claim(traffic: Traffic, clientKey: string): Leave;
  underWay(traffic: Traffic): number;
  /** Whether any limit is reached. */
  isAnyFull(): boolean;
  /** The refusal for a traffic class without a free slot, or null if there is one. */
  refusalOf(traffic: Traffic): GateRejection | null;
}

/** Requests that end sessions are admitted under any load. */
const NEVER_NARROWED: readonly Traffic[] = ["SIGN_OUT"];

/** Opens the counts; the sensor lowers the limits under overload, and a burst may exceed them for a moment. */
export function openConcurrencySlots(
  limits: ConcurrencyLimits,
  sensor: Pick<LoadSensor, "opening" | "burstMs">,
  options: PauseOptions = {},
): ConcurrencySlots {
  const { burstMs } = sensor;
  const open = () => openCount(openBurst({ ...options, burstMs }));
  const counts = new Map(TRAFFIC.map((traffic) => [traffic, open()]));
  const countOf = (traffic: Traffic) => counts.get(traffic) ?? open();
  const pauses = openPauses(options);

  const placesOf = (traffic: Traffic) => {
    const opening = NEVER_NARROWED.includes(traffic) ? 1 : sensor.opening();
    return Math.max(1, Math.floor(limits[traffic] * opening));
  };
  const reject = () => new GateRejection("busy", pauses.next());
  const isFull = (traffic: Traffic) => {
    const { underWay, burst } = countOf(traffic);
    const places = placesOf(traffic);
    const most = burst.factor(underWay >= places) * places;
    return underWay >= (sensor.opening() < 1 ? places : most);
  };
  const refusalOf = (traffic: Traffic) => {
    if (!isFull(traffic)) return null;
    countOf(traffic).burst.end();
    return reject();
  };

  return {
    isAnyFull: () => TRAFFIC.some(isFull),
    refusalOf,
    underWay: (traffic) => countOf(traffic).underWay,
    take(traffic) {
      const refusal = refusalOf(traffic);
      if (refusal !== null) throw refusal;
      const count = countOf(traffic);
      count.underWay += 1;
      return once(() => void (count.underWay -= 1));
    },
    claim(traffic, clientKey) {
      const { underWay, byClientKey } = countOf(traffic);
      const own = byClientKey.get(clientKey) ?? 0;
      const places = placesOf(traffic);
      if (underWay > places / 2 && own + 1 > Math.max(1, places / 4)) throw reject();
      byClientKey.set(clientKey, own + 1);
      return once(() => {
        const left = (byClientKey.get(clientKey) ?? 1) - 1;
        if (left > 0) byClientKey.set(clientKey, left);
        else byClientKey.delete(clientKey);
      });
    },
  };
}

interface Count {
  underWay: number;
  /** Slots by client key; a client key without slots is absent. */
  readonly byClientKey: Map<string, number>;
  readonly burst: Burst;
}

function openCount(burst: Burst): Count {
  return { underWay: 0, byClientKey: new Map(), burst };
}

function once(work: () => void): Leave {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
