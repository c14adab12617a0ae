import type { Dashboard } from "./dashboard.ts";

/** The database as the processes see it. */
export const database: Dashboard = {
  title: "Database",
  about:
    "Connections, partitions and clocks as the processes see them. PostgreSQL's own figures need an exporter.",
  panels: [
    {
      title: "Connections",
      about: "Open connections of the pools, by process and state.",
      unit: "count",
      queries: { "{{job}} {{state}}": "sum by (job, state) (sideline_database_connections)" },
    },
    {
      title: "Requests waiting for a connection",
      about:
        "More than a few over some seconds mean that the pool is too small or statements wait.",
      unit: "count",
      queries: {
        "{{job}} {{instance}}": "sideline_database_connection_requests_waiting",
      },
    },
    {
      title: "Reads that a standby may answer",
      about: "By outcome: STANDBY, or why the primary answered. Nothing without DATABASE_READ_URL.",
      unit: "per second",
      queries: {
        "{{outcome}}": "sum by (outcome) (rate(sideline_standby_reads_total[$__rate_interval]))",
      },
    },
    {
      title: "Lag of the standby",
      about: "As each API sees it. Above 3 s, and while it is unknown, the primary answers.",
      unit: "seconds",
      queries: { "{{instance}}": "sideline_standby_lag_seconds" },
    },
    {
      title: "Database and migrations",
      about: "1 while the database answers, and while its schema is current.",
      unit: "count",
      queries: {
        "{{instance}} {{dependency}}": 'sideline_dependency_up{dependency=~"database|migrations"}',
      },
    },
    {
      title: "Partitions",
      about: "Future periods with a partition, at most two, and rows in the default partition.",
      unit: "count",
      queries: {
        "{{table}} ahead": "min by (table) (sideline_partitions_ahead)",
        "{{table}} in all": "max by (table) (sideline_partitions)",
        "{{table}} misplaced": "max by (table) (sideline_partition_rows_misplaced)",
      },
    },
    {
      title: "Skew of clocks",
      about: "Minimum difference between the clocks of an API and of the database.",
      unit: "seconds",
      bound: 10,
      queries: { "{{instance}}": "sideline_clock_skew_seconds" },
    },
    {
      title: "Refusals because of overload",
      about: "Requests answered with 503, by route.",
      unit: "per second",
      queries: {
        "{{method}} {{route}}":
          'sum by (method, route) (rate(http_request_duration_seconds_count{status="503"}[$__rate_interval]))',
      },
    },
    {
      title: "Deliveries that the database failed",
      about: "Failed deliveries of outbox rows with an SQLSTATE, by consumer.",
      unit: "per second",
      queries: {
        "{{consumer}} {{failure}}":
          'sum by (consumer, failure) (rate(sideline_outbox_deliveries_failed_total{failure=~"SQLSTATE_.+|DATABASE_UNAVAILABLE"}[$__rate_interval]))',
      },
    },
  ],
};
