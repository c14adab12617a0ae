import { Counter, Gauge, type Registry } from "prom-client";
import type { LoadSensor } from "./load-sensor.ts";
import type { ShareCounts } from "./shares.ts";
import { TRAFFIC, type Traffic } from "./traffic.ts";
import type { TurnedAway } from "./turned-away.ts";

/** Counts requests refused at the gate. */
export type CountTurnedAway = (traffic: Traffic, refusal: TurnedAway) => void;

/** Registers the metrics of concurrent requests, of the gate's opening, and of its refusals by reason. */
export function measureGate(
  metrics: Registry,
  { shares, sensor }: { readonly shares: ShareCounts; readonly sensor: LoadSensor },
): CountTurnedAway {
  const underWay = new Gauge({
    name: "sideline_requests_under_way",
    help: "Requests under way, by what they ask of the process.",
    labelNames: ["traffic"],
    registers: [],
    collect() {
      for (const traffic of TRAFFIC) this.set({ traffic }, shares.underWay(traffic));
    },
  });
  const opening = new Gauge({
    name: "sideline_gate_opening",
    help: "The part of each share that is open; below 1 the process does not keep up.",
    registers: [],
    collect() {
      this.set(sensor.opening());
    },
  });
  metrics.registerMetric(underWay);
  metrics.registerMetric(opening);
  const turnedAway = new Counter({
    name: "sideline_requests_turned_away_total",
    help: "Requests that came no further than the gate, by what they asked for and why not.",
    labelNames: ["traffic", "reason"],
    registers: [metrics],
  });
  return (traffic, { reason }) => turnedAway.inc({ traffic, reason });
}
