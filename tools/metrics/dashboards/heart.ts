import type { Dashboard } from "./dashboard.ts";

/** From an admitted batch to its settlement and the delivery of its events. */
export const heart: Dashboard = {
  title: "Heart",
  about: "Admission, settlement and the outbox: how long it takes until a batch has its effects.",
  panels: [
    {
      title: "Settlement lag",
      about: "Delay of the batch that has been due longest.",
      unit: "seconds",
      bound: 10,
      queries: { lag: "max(sideline_settlement_lag_seconds)" },
    },
    {
      title: "Batches settled",
      about: "Batches whose settlement ended, by outcome and failure class.",
      unit: "per second",
      queries: {
        "{{outcome}} {{failure}}":
          "sum by (outcome, failure) (rate(sideline_settlements_total[$__rate_interval]))",
      },
    },
    {
      title: "Unsettled batches",
      about: "Batches that are not settled, and those whose settlement failed before.",
      unit: "count",
      queries: {
        unsettled: "max(sideline_batches_unsettled)",
        failing: "max(sideline_batches_failing)",
      },
    },
    {
      title: "Oldest unsettled batch",
      about: "Time since its admission.",
      unit: "seconds",
      bound: 3_600,
      queries: { age: "max(sideline_batches_oldest_unsettled_age_seconds)" },
    },
    {
      title: "Settlement lanes",
      about: "Wake-ups of lanes a second, and lanes that are stuck.",
      unit: "count",
      queries: {
        "wake-ups": "sum(rate(sideline_settlement_lanes_woken_total[$__rate_interval]))",
        stuck: "max(sideline_settlement_stuck_lanes)",
      },
    },
    {
      title: "Oldest outbox row",
      about:
        "Time since the oldest undelivered row became due; quiet hours defer rows, a retry does not.",
      unit: "seconds",
      bound: 60,
      queries: { age: "max(sideline_outbox_oldest_row_age_seconds)" },
    },
    {
      title: "Outbox rows",
      about: "Due rows that wait for their consumer or for a retry, and dead letters.",
      unit: "count",
      queries: {
        waiting: "max(sideline_outbox_rows_waiting)",
        dead: "max(sideline_outbox_dead_letters)",
      },
    },
    {
      title: "Deliveries",
      about: "Outbox rows delivered, by consumer.",
      unit: "per second",
      queries: {
        "{{consumer}}":
          "sum by (consumer) (rate(sideline_outbox_rows_delivered_total[$__rate_interval]))",
      },
    },
    {
      title: "Failed deliveries",
      about: "Failed attempts, by consumer and failure class.",
      unit: "per second",
      queries: {
        "{{consumer}} {{failure}}":
          "sum by (consumer, failure) (rate(sideline_outbox_deliveries_failed_total[$__rate_interval]))",
      },
    },
    {
      title: "Error budget burnt in an hour",
      about: "Part of the last hour, or of its requests, that missed an objective.",
      unit: "ratio",
      queries: { "{{slo}}": "slo:error:ratio_rate1h" },
    },
  ],
};
