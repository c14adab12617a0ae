import { TRAFFIC, type Traffic } from "./traffic.ts";
import type { Leave } from "./buckets.ts";
import type { LoadSensor } from "./load-sensor.ts";
import { openPauses, type PauseOptions } from "./pauses.ts";
import { TurnedAway } from "./turned-away.ts";

/** Requests under way at most, by what they ask of the process (docs/rooms/wire.md#overload). */
export type Shares = Readonly<Record<Traffic, number>>;

/**
 * The shares of a process with so many connections to the database. A batch holds one of half of them: one
 * behind each keeps them busy, more would only wait longer. What only reads, or waits for somebody else, holds
 * one for a moment.
 */
export function sharesOf(poolSize: number): Shares {
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

/** What is under way in this process, and what may be. */
export interface ShareCounts {
  /** Takes one of the places of its traffic. @throws Refusal UNAVAILABLE with Retry-After. */
  take(traffic: Traffic): Leave;
  /**
   * Counts a place as its sender's: once half of the places are taken, nobody holds more than a quarter.
   *
   * @throws Refusal UNAVAILABLE with Retry-After.
   */
  claim(traffic: Traffic, sender: string): Leave;
  underWay(traffic: Traffic): number;
  /** Whether some share has no place left. */
  isAnyFull(): boolean;
  /** What to answer who asks for a place of this traffic, or null while there is one. */
  refusalOf(traffic: Traffic): TurnedAway | null;
}

/** What ends sessions goes on however great the load is. */
const NEVER_NARROWED: readonly Traffic[] = ["SIGN_OUT"];

/** Opens the counts; the sensor narrows the shares while the process does not keep up. */
export function openShares(
  shares: Shares,
  sensor: Pick<LoadSensor, "opening">,
  options: PauseOptions = {},
): ShareCounts {
  const counts = new Map(TRAFFIC.map((traffic) => [traffic, openCount()]));
  const countOf = (traffic: Traffic) => counts.get(traffic) ?? openCount();
  const pauses = openPauses(options);

  const placesOf = (traffic: Traffic) => {
    const opening = NEVER_NARROWED.includes(traffic) ? 1 : sensor.opening();
    return Math.max(1, Math.floor(shares[traffic] * opening));
  };
  const turnAway = () => new TurnedAway("busy", pauses.next());
  const isFull = (traffic: Traffic) => countOf(traffic).underWay >= placesOf(traffic);

  return {
    isAnyFull: () => TRAFFIC.some(isFull),
    refusalOf: (traffic) => (isFull(traffic) ? turnAway() : null),
    underWay: (traffic) => countOf(traffic).underWay,
    take(traffic) {
      if (isFull(traffic)) throw turnAway();
      const count = countOf(traffic);
      count.underWay += 1;
      return once(() => void (count.underWay -= 1));
    },
    claim(traffic, sender) {
      const { underWay, senders } = countOf(traffic);
      const own = senders.get(sender) ?? 0;
      const places = placesOf(traffic);
      if (underWay > places / 2 && own + 1 > Math.max(1, places / 4)) throw turnAway();
      senders.set(sender, own + 1);
      return once(() => {
        const left = (senders.get(sender) ?? 1) - 1;
        if (left > 0) senders.set(sender, left);
        else senders.delete(sender);
      });
    },
  };
}

interface Count {
  underWay: number;
  /** Places by who holds them; who holds none is not named. */
  readonly senders: Map<string, number>;
}

function openCount(): Count {
  return { underWay: 0, senders: new Map() };
}

function once(work: () => void): Leave {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
