import { Counter, Gauge, type Registry } from "prom-client";
import type { Delivered } from "../../activities/outbox/relay-pass.ts";
import type { LaneReport } from "../../activities/sync/settlement/wake-lanes.ts";
import type { SweepReport } from "../../activities/outbox/sweep-overdue-actors.ts";
import { EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import type { FailingActors, OverdueDelay, OutboxHealth } from "../../db/outbox/queries.ts";
import type { DaysHealth } from "../../db/agenda/calendar/days-health.ts";
import type { UnsettledBatches } from "../../db/sync/settlement/find-due-lanes.ts";
import type { InboxHealth } from "../../db/inbox/inbox-health.ts";
import { createInboxMetrics } from "./create-inbox-metrics.ts";
import { createLibraryMetrics, type ShownLibrary } from "./create-library-metrics.ts";
import { createRestoreTestMetrics, type ShowRestoreTest } from "./create-restore-test-metrics.ts";
import { createPartitionMetrics } from "./create-partition-metrics.ts";
import type { PartitionHealth } from "../../db/platform/partitions/partitions.ts";
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
  showPartitions(tables: readonly PartitionHealth[]): void;
  readonly showRestoreTest: ShowRestoreTest;
  /** Failed lines of coaches' invitation files in the last day. */
  showFailedLines(count: number): void;
  /** All of these kinds; a kind without failures is shown as 0. */
  showFailing(failing: readonly FailingActors[], kinds: readonly string[]): void;
  /** All of these kinds; a kind of which no actor is overdue is shown as 0. */
  showOverdue(overdue: readonly OverdueDelay[], kinds: readonly string[]): void;
  /** Counts an event published to the feed. */
  readonly countEvent: (type: string) => void;
}

/** Registers the metrics of a relay. */
export function createRelayMetrics(registry: Registry): RelayMetrics {
  const actorsWoken = new Counter({
    name: "sideline_overdue_actors_woken_total",
    help: "Overdue actors that the sweep woke again.",
    registers: [registry],
  });
  return {
    ...measureOutbox(registry),
    ...measureSettlement(registry),
    ...measureActors(registry),
    countSweep: ({ wokenCount }) => actorsWoken.inc(wokenCount),
    showDays: createDaysMetrics(registry),
    showInbox: createInboxMetrics(registry),
    showLibrary: createLibraryMetrics(registry),
    showPartitions: createPartitionMetrics(registry),
    showRestoreTest: createRestoreTestMetrics(registry),
    showFailedLines: createLinesMetric(registry),
    countEvent: measureFeed(registry),
  };
}

function measureOutbox(registry: Registry): Pick<RelayMetrics, "countPass" | "showHealth"> {
  const delivered = new Counter({
    name: "sideline_outbox_rows_delivered_total",
    help: "Outbox rows delivered, by consumer.",
    labelNames: ["consumer"],
    registers: [registry],
  });
  const failed = new Counter({
    name: "sideline_outbox_deliveries_failed_total",
    help: "Failed deliveries of outbox rows, by consumer and failure class.",
    labelNames: ["consumer", "failure"],
    registers: [registry],
  });
  const gauge = gaugesIn(registry);
  const oldest = gauge(
    "sideline_outbox_oldest_row_age_seconds",
    "Time since the oldest undelivered outbox row became due; 0 if none is due.",
  );
  const waiting = gauge(
    "sideline_outbox_rows_waiting",
    "Due outbox rows that wait for their consumer or for a retry; rows deferred to later do not count.",
  );
  const dead = gauge(
    "sideline_outbox_dead_letters",
    "Outbox rows that their consumer refused for good.",
  );
  return {
    countPass(rows) {
      for (const { row, failure } of rows) {
        const { consumer } = row;
        if (failure === null) delivered.inc({ consumer });
        else failed.inc({ consumer, failure: failure.failureClass });
      }
    },
    showHealth({ oldestAgeSeconds, waitingCount, deadCount }) {
      oldest.set(oldestAgeSeconds);
      waiting.set(waitingCount);
      dead.set(deadCount);
    },
  };
}

function measureSettlement(registry: Registry): Pick<RelayMetrics, "showLanes" | "showUnsettled"> {
  const lanesWoken = new Counter({
    name: "sideline_settlement_lanes_woken_total",
    help: "Wake-ups of settlement lanes.",
    registers: [registry],
  });
  const gauge = gaugesIn(registry);
  const lag = gauge(
    "sideline_settlement_lag_seconds",
    "Delay of the batch that has been due longest.",
  );
  const unsettled = gauge(
    "sideline_batches_unsettled",
    "Batches that are not settled, due or not.",
  );
  const failing = gauge(
    "sideline_batches_failing",
    "Unsettled batches whose settlement failed before.",
  );
  const oldest = gauge(
    "sideline_batches_oldest_unsettled_age_seconds",
    "Time since the admission of the oldest unsettled batch.",
  );
  return {
    showLanes({ lagMs, wokenCount }) {
      lanesWoken.inc(wokenCount);
      lag.set(lagMs / 1_000);
    },
    showUnsettled({ count, failingCount, oldestSeconds }) {
      unsettled.set(count);
      failing.set(failingCount);
      oldest.set(oldestSeconds);
    },
  };
}

function measureActors(registry: Registry): Pick<RelayMetrics, "showFailing" | "showOverdue"> {
  const failing = new Gauge({
    name: "sideline_failing_actors",
    help: "Actors whose last settlement failed, by kind.",
    labelNames: ["kind"],
    registers: [registry],
  });
  const overdue = new Gauge({
    name: "sideline_actors_oldest_overdue_age_seconds",
    help: "Delay of the actor that has been due longest, by kind; 0 if none is due.",
    labelNames: ["kind"],
    registers: [registry],
  });
  return {
    showFailing(found, kinds) {
      for (const kind of kinds) failing.set({ kind }, 0);
      for (const { kind, count } of found) failing.set({ kind }, count);
    },
    showOverdue(found, kinds) {
      for (const kind of kinds) overdue.set({ kind }, 0);
      for (const { kind, oldestSeconds } of found) overdue.set({ kind }, oldestSeconds);
    },
  };
}

const gaugesIn = (registry: Registry) => (name: string, help: string) =>
  new Gauge({ name, help, registers: [registry] });

function measureFeed(registry: Registry): RelayMetrics["countEvent"] {
  const events = new Counter({
    name: "sideline_feed_events_total",
    help: "Domain events published to the feed, by event.",
    labelNames: ["event"],
    registers: [registry],
  });
  // An alert on an increase needs the value before it.
  for (const [event, consumers] of Object.entries<readonly string[]>(EVENT_CONSUMERS))
    if (consumers.includes("event-feed")) events.inc({ event }, 0);
  return (event) => events.inc({ event });
}

function createLinesMetric(registry: Registry): RelayMetrics["showFailedLines"] {
  const failed = new Gauge({
    name: "sideline_invitation_lines_failed",
    help: "Lines of invitation files that an internal error failed in the last 24 hours.",
    registers: [registry],
  });
  return (count) => failed.set(count);
}
