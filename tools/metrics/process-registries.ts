import pino from "pino";
import { Registry } from "prom-client";
import {
  concurrencyLimitsOf,
  openConcurrencySlots,
} from "../../api/http/gate/concurrency-limits.ts";
import { measureGate } from "../../api/http/gate/measure-gate.ts";
import { observe } from "../../api/http/observe.ts";
import { countStandbyReads } from "../../api/http/standby/count-standby-reads.ts";
import { registerCounters } from "../../api/register-counters.ts";
import { measurePool } from "../../workers/measure-pool.ts";
import { measureProcess } from "../../workers/measure-process.ts";
import {
  measureProviderCalls,
  measureUsageReadings,
} from "../../workers/outside/measure-provider-calls.ts";
import { createRelayMetrics } from "../../workers/relay/relay-metrics.ts";
import { createClockWatch } from "../../workers/watch/clock-watch.ts";
import { createWorkerMetrics } from "../../workers/worker/worker-metrics.ts";

/** The registry of each process with its own metrics, as the process registers them; nothing runs. */
export async function openRegistries(): Promise<Readonly<Record<ProcessName, Registry>>> {
  return { api: await ofApi(), worker: ofWorker(), relay: ofRelay() };
}

/** The processes that serve metrics. */
export type ProcessName = "api" | "worker" | "relay";

const log = pino({ level: "silent" });
const POOL_SIZE = 10;
const process = { buildId: null, isReady: () => true };

function shared(): Registry {
  const registry = new Registry();
  measurePool(registry, { poolState: () => ({ open: 0, idle: 0, waiting: 0 }) });
  return registry;
}

async function ofApi(): Promise<Registry> {
  const registry = shared();
  const sensor = { opening: () => 1, burstMs: 0, close: () => {} };
  const slots = openConcurrencySlots(concurrencyLimitsOf(POOL_SIZE), sensor);
  observe(log, registry);
  measureGate(registry, { slots, sensor });
  registerCounters(registry);
  countStandbyReads(registry, () => null);
  measureProviderCalls(registry);
  const clocks = { own: () => 0, database: async () => 0, issuer: async () => null };
  await createClockWatch({ log }).follow(clocks, registry, AbortSignal.abort());
  measureProcess(registry, {
    ...process,
    readiness: async () => ({ status: "ready", dependencies: {} }),
  });
  return registry;
}

function ofWorker(): Registry {
  const registry = shared();
  createWorkerMetrics(registry).showActs(() => ({}));
  measureUsageReadings(registry);
  measureProcess(registry, process);
  return registry;
}

function ofRelay(): Registry {
  const registry = shared();
  createRelayMetrics(registry);
  measureProcess(registry, process);
  return registry;
}
