import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { Client } from "pg";
import { passTime } from "../../temporal/pass-time.ts";

/** Clock of an installation: its database and its Temporal server skip the same time. */
export interface HouseClock {
  /** Present instant of the installation. */
  readonly now: () => number;
  /** Skips time for both the database and the actors, until shortly after an instant. */
  readonly advanceTo: (instant: string) => Promise<void>;
}

/** Parts that the clock moves, and the way to wake actors whose timers the server did not fire. */
export interface HouseClockParts {
  readonly temporal: TestWorkflowEnvironment;
  /** Database address of the tables' owner. */
  readonly ownerUrl: string;
  /** Wakes each actor that is due by the database's clock. */
  readonly wakeOverdue: () => Promise<unknown>;
  /** Timeout of the server, in milliseconds; only tests override it. */
  readonly passesWithinMs?: number;
}

/** Margin after an instant, because the two clocks differ a little. */
const A_MOMENT_MS = 30_000;

/**
 * Opens the clock; only this object knows by how much it is ahead. The repair of the relay waits for two minutes of
 * delay, so the clock itself wakes the actors that a stuck server leaves asleep.
 */
export function openHouseClock(parts: HouseClockParts): HouseClock {
  const { temporal, ownerUrl, wakeOverdue, passesWithinMs } = parts;
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const advanceTo = async (instant: string) => {
    const ms = Math.max(0, Date.parse(instant) - now()) + A_MOMENT_MS;
    await moveClock(ownerUrl, ms);
    aheadMs += ms;
    const hasPassed = await passTime(temporal, ms, passesWithinMs);
    if (!hasPassed) await wakeOverdue();
  };
  return { now, advanceTo };
}

async function moveClock(ownerUrl: string, milliseconds: number): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("update clock_offset set shift = shift + make_interval(secs => $1)", [
    milliseconds / 1000,
  ]);
  await owner.end();
}
