import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client as TemporalClient } from "@temporalio/client";
import type { Client } from "pg";
import { readMeters, usedBetween } from "../stack/meters.ts";
import { processLoad } from "../stack/processes.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Starts the scan as its schedule would, and waits until it has ended, including its further runs. */
export async function runScan({ stack, database, temporal }: DaysHouse): Promise<Scan> {
  // Task queue of scheduled workflows.
  const taskQueue = `${stack.temporal.taskQueue}-scheduled`;
  const side = { pids: stack.pids };
  const before = await readMeters(database, side);
  const from = performance.now();
  await temporal.workflow.execute("turnDays", { taskQueue, workflowId: `look-${randomUUID()}` });
  const seconds = (performance.now() - from) / 1_000;
  const { cpu } = usedBetween(before, await readMeters(database, side));
  const { memoryMb } = processLoad(stack.pids["worker"] ?? 0);
  return { seconds, cpuSeconds: cpu, workerMb: memoryMb };
}

/** Result of one scan of all calendars and days. */
export interface Scan {
  readonly seconds: number;
  readonly cpuSeconds: Readonly<Record<string, number>>;
  /** Memory of the worker after the scan. */
  readonly workerMb: number;
}

/** The parts of a stack that a scan needs. */
export interface DaysHouse {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly temporal: TemporalClient;
}

/** PostgreSQL counts as idle below this share of a second. */
const AT_REST = 0.05;

/** Waits until the work that a scan caused is done; returns the seconds it took. */
export async function untilAtRest({ stack, database }: DaysHouse): Promise<number> {
  const from = performance.now();
  for (let busy = 1; busy > AT_REST;) {
    const before = await readMeters(database, { pids: stack.pids });
    await sleep(2_000);
    const { cpu } = usedBetween(before, await readMeters(database, { pids: stack.pids }));
    busy = (cpu["postgres"] ?? 0) / 2;
  }
  return (performance.now() - from) / 1_000;
}
