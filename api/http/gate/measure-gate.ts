import { Counter, Gauge, type Registry } from "prom-client";
import type { LoadSensor } from "./load-sensor.ts";
import type { ConcurrencySlots } from "./concurrency-limits.ts";
import { TRAFFIC, type Traffic } from "./traffic.ts";
import type { GateRejection } from "./gate-rejection.ts";

/** Registers the metrics of concurrent requests, of the gate's opening, and of its refusals by reason. */
export function measureGate(
  metrics: Registry,
  { slots, sensor }: { readonly slots: ConcurrencySlots; readonly sensor: LoadSensor },
): CountRejection {
  const inProgress = new Gauge({
    name: "sideline_requests_in_progress",
    help: "Requests in progress, by traffic class.",
    labelNames: ["traffic"],
    registers: [],
    collect() {
      for (const traffic of TRAFFIC) this.set({ traffic }, slots.underWay(traffic));
    },
  });
  const openRatio = new Gauge({
    name: "sideline_gate_open_ratio",
    help: "Open part of each concurrency limit; below 1 the process is overloaded.",
    registers: [],
    collect() {
      this.set(sensor.opening());
    },
  });
  metrics.registerMetric(inProgress);
  metrics.registerMetric(openRatio);
  const rejected = new Counter({
    name: "sideline_requests_rejected_total",
    help: "Requests refused at the gate, by traffic class and reason.",
    labelNames: ["traffic", "reason"],
    registers: [metrics],
  });
  return (traffic, { reason }) => rejected.inc({ traffic, reason });
}

/** Counts requests refused at the gate. */
export type CountRejection = (traffic: Traffic, refusal: GateRejection) => void;
