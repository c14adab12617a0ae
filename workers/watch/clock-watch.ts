import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import type { DependencyCheck } from "../../api/http/open-readiness.ts";

/** Whether this process's clock may be trusted. */
export interface ClockWatch {
  readonly check: DependencyCheck;
  /** Checks repeatedly until the process gets a stop signal. */
  follow(clocks: Clocks, registry: Registry, stop: AbortSignal): Promise<void>;
}

/** The clocks that are compared, each in milliseconds since 1970. */
export interface Clocks {
  readonly own: () => number;
  /** The database's real clock. @throws the database's error. */
  readonly database: () => Promise<number>;
  /** Null if the issuer does not answer. */
  readonly issuer: () => Promise<number | null>;
}

/** The clock that two others contradict. */
export type ClockVerdict = "RIGHT" | "OWN_IS_OFF" | "DATABASE_IS_OFF";

/** The options of a watch; only tests check more often. */
export interface ClockWatchOptions {
  readonly log: Logger;
  readonly everyMs?: number;
}

/** If two clocks differ by more than this, one of them is wrong. */
const LIMIT_MS = 10_000;

/** Required consecutive findings: a process that was frozen reads clocks wrongly. */
const REQUIRED_FINDINGS = 3;

const EVERY_MS = 10_000;

const UP = { state: "up", reason: null } as const;
const OFF = { state: "down", reason: "the clock of this process is off" } as const;
const DATABASE_OFF = { state: "degraded", reason: "the clock of the database is off" } as const;

/**
 * Compares this process's clock with PostgreSQL's real one. A process that is more than 10 s off in three consecutive
 * checks is not ready. If the issuer's clock shows that the database is wrong, it alarms and stays ready
 * (docs/rooms/house.md#time).
 */
export function createClockWatch({ log, everyMs = EVERY_MS }: ClockWatchOptions): ClockWatch {
  let verdict: ClockVerdict = "RIGHT";
  let found: ClockVerdict = "RIGHT";
  let findings = 0;
  const note = (now: ClockVerdict, offMs: number) => {
    findings = now === found ? findings + 1 : 1;
    found = now;
    if (now === verdict || (now !== "RIGHT" && findings < REQUIRED_FINDINGS)) return;
    verdict = now;
    if (now === "RIGHT") log.info("the clocks agree again");
    else log.error({ verdict: now, skewMs: Math.round(offMs) }, "a clock is off");
  };
  return {
    check: {
      name: "clock",
      required: true,
      check: () => {
        if (verdict === "OWN_IS_OFF") return OFF;
        return verdict === "DATABASE_IS_OFF" ? DATABASE_OFF : UP;
      },
    },
    async follow(clocks, registry, stop) {
      const show = measureClocks(registry);
      while (!stop.aborted) {
        try {
          const offMs = await distance(clocks.own, clocks.database);
          const now = offMs <= LIMIT_MS ? "RIGHT" : await blame(clocks);
          note(now, offMs);
          show(offMs, verdict);
        } catch {
          // An unreachable database shows nothing about clocks; its own check reports it.
        }
        await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      }
    },
  };
}

/** The wrong clock of two is the one that also differs from the issuer's; without an issuer, our own. */
async function blame({ own, issuer }: Clocks): Promise<ClockVerdict> {
  // A silent issuer agrees with no clock.
  const offMs = await distance(own, async () => (await issuer()) ?? Number.POSITIVE_INFINITY);
  return offMs <= LIMIT_MS ? "DATABASE_IS_OFF" : "OWN_IS_OFF";
}

/** The minimum difference to the other clock; the time its answer took is not counted. */
async function distance(own: () => number, other: () => Promise<number>): Promise<number> {
  const before = own();
  const otherAt = await other();
  return Math.max(0, otherAt - own(), before - otherAt);
}

function measureClocks(registry: Registry): (offMs: number, verdict: ClockVerdict) => void {
  const off = new Gauge({
    name: "sideline_clock_skew_seconds",
    help: "Minimum difference between the clocks of this process and of the database.",
    registers: [registry],
  });
  const databaseOff = new Gauge({
    name: "sideline_database_clock_skewed",
    help: "1 while this process and the issuer agree on the time, and the database does not.",
    registers: [registry],
  });
  return (offMs, verdict) => {
    off.set(offMs / 1_000);
    databaseOff.set(verdict === "DATABASE_IS_OFF" ? 1 : 0);
  };
}
