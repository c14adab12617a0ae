import { Counter, Gauge, type Registry } from "prom-client";
import type { Delivered } from "../../activities/outbox/relay-pass.ts";
import type { LaneReport } from "../../activities/sync/settlement/wake-lanes.ts";
import type { SweepReport } from "../../activities/outbox/sweep-overdue-actors.ts";
import type { FailingActors, OutboxHealth } from "../../db/outbox/queries.ts";
import type { DaysHealth } from "../../db/agenda/calendar/days-health.ts";
import type { UnsettledBatches } from "../../db/sync/settlement/find-due-lanes.ts";
import type { InboxHealth } from "../../db/inbox/inbox-health.ts";
import { createInboxMetrics } from "./create-inbox-metrics.ts";
import { createLibraryMetrics, type ShownLibrary } from "./create-library-metrics.ts";
import { createDaysMetrics } from "./create-days-metrics.ts";

/** The metrics of a relay. */
export interface RelayMetrics {
  countPass(delivered: readonly Delivered[]): void;
  countSweep(report: SweepReport): void;
  showLanes(report: LaneReport): void;
  showHealth(health: OutboxHealth): void;
  showUnsettled(unsettled: UnsettledBatches): void;
  showDays(health: DaysHealth): void;
  showInbox(health: InboxHealth): void;
  showLibrary(library: ShownLibrary): void;
  /** Failed lines of coaches' invitation files in the last day. */
  showFailedLines(count: number): void;
  /** All of these kinds; a kind without failures is shown as 0. */
  showFailing(failing: readonly FailingActors[], kinds: readonly string[]): void;
}

/** Registers the metrics of a relay. */
export function createRelayMetrics(registry: Registry): RelayMetrics {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `sideline_${name}`, help, labelNames, registers: [registry] });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `sideline_${name}`, help, labelNames, registers: [registry] });
  const handedOver = counter("outbox_rows_handed_over_total", "Rows delivered to their consumer", [
    "consumer",
  ]);
  const failed = counter("outbox_deliveries_failed_total", "Failed deliveries, by class", [
    "consumer",
    "failure",
  ]);
  const actorsWoken = counter(
    "overdue_actors_told_total",
    "Overdue actors that the sweep woke again",
    [],
  );
  const lanesWoken = counter("settlement_lanes_woken_total", "Wake-ups of settlement lanes", []);
  const lag = gauge("settlement_lag_seconds", "Delay of the longest overdue batch");
  const oldest = gauge("outbox_oldest_row_seconds", "Age of the oldest waiting row");
  const waiting = gauge("outbox_rows_waiting", "Rows that wait for their consumer");
  const dead = gauge("outbox_dead_letters", "Dead letters, until an operator redrives them");
  const unsettled = gauge("batches_unsettled", "Unsettled batches, due or not");
  const failingBatches = gauge("batches_failing", "Of these, those that failed to settle before");
  const oldestBatch = gauge(
    "oldest_unsettled_batch_seconds",
    "Age of the oldest of them since admission",
  );
  const failing = gauge("failing_actors", "Actors whose last settlement failed", ["kind"]);
  return {
    countPass(delivered) {
      for (const { row, failure } of delivered) {
        const { consumer } = row;
        if (failure === null) handedOver.inc({ consumer });
        else failed.inc({ consumer, failure: failure.failureClass });
      }
    },
    countSweep: ({ wokenCount }) => actorsWoken.inc(wokenCount),
    showLanes({ lagMs, wokenCount }) {
      lanesWoken.inc(wokenCount);
      lag.set(lagMs / 1_000);
    },
    showHealth({ oldestAgeSeconds, waitingCount, deadCount }) {
      oldest.set(oldestAgeSeconds);
      waiting.set(waitingCount);
      dead.set(deadCount);
    },
    showUnsettled({ count, failingCount, oldestSeconds }) {
      unsettled.set(count);
      failingBatches.set(failingCount);
      oldestBatch.set(oldestSeconds);
    },
    showDays: createDaysMetrics(registry),
    showInbox: createInboxMetrics(registry),
    showLibrary: createLibraryMetrics(registry),
    showFailedLines: createLinesMetric(registry),
    showFailing(found, kinds) {
      for (const kind of kinds) failing.set({ kind }, 0);
      for (const { kind, count } of found) failing.set({ kind }, count);
    },
  };
}

function createLinesMetric(registry: Registry): RelayMetrics["showFailedLines"] {
  const failed = new Gauge({
    name: "sideline_invitation_lines_failed",
    help: "Lines of invitation files of the last day that failed by an internal error",
    registers: [registry],
  });
  return (count) => failed.set(count);
}
