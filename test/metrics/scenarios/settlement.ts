import type { Scenario } from "./scenario.ts";

/** Two relays measure the same rows. */
const relays = (name: string, values: Scenario["series"][string]) => ({
  [`sideline_${name}{job="sideline-relay",instance="r1"}`]: values,
  [`sideline_${name}{job="sideline-relay",instance="r2"}`]: values,
});
const ofTable = (name: string, table: string, values: Scenario["series"][string]) => ({
  [`sideline_${name}{job="sideline-relay",instance="r1",table="${table}"}`]: values,
});
const feed = (event: string) => `sideline_feed_events_total{job="sideline-relay",event="${event}"}`;
const failed = (failure: string) =>
  `sideline_outbox_deliveries_failed_total{consumer="device-actor",failure="${failure}"}`;
const activities = (reason: string) =>
  `temporal_local_activity_execution_failed_total{activity_type="settleLane",failure_reason="${reason}"}`;

const eventScenario = (event: string): Scenario => ({
  alert: event,
  series: { [feed(event)]: [0, 1, 0], [feed("ClientInvited")]: [3, 3, 3] },
  steps: [70, 5, 70],
});

/** Scenarios of `rules/settlement.yml`. */
export const settlement: readonly Scenario[] = [
  { alert: "OutboxRowsOld", series: relays("outbox_oldest_row_age_seconds", [3, 90, 3]) },
  { alert: "DeadLetters", series: relays("outbox_dead_letters", [0, 2, 0]) },
  {
    alert: "PartitionsMissing",
    series: {
      ...ofTable("partitions_ahead", "sync_answers", [2, 0, 2]),
      ...ofTable("partitions_ahead", "sync_request", [2, 1, 2]),
    },
    steps: [30, 90, 30],
    labels: { table: "sync_answers" },
  },
  {
    alert: "RowsMisplaced",
    series: {
      ...ofTable("partition_rows_misplaced", "sync_answers", [0, 0, 0]),
      ...ofTable("partition_rows_misplaced", "sync_request", [0, 1, 0]),
    },
    labels: { table: "sync_request" },
  },
  {
    alert: "TemporalExhausted",
    series: { [failed("GRPC_8")]: [0, 4, 0], [failed("GRPC_14")]: [4, 4, 4] },
  },
  {
    alert: "OverdueActorsWoken",
    series: { 'sideline_overdue_actors_woken_total{instance="r1"}': [0, 3, 0] },
  },
  {
    alert: "ActorFails",
    series: {
      'sideline_failing_actors{instance="r1",kind="device"}': [0, 1, 0],
      'sideline_failing_actors{instance="r2",kind="device"}': [0, 1, 0],
      'sideline_failing_actors{instance="r1",kind="onboarding"}': [0, 0, 0],
    },
    labels: { kind: "device" },
  },
  { alert: "BatchesFail", series: relays("batches_failing", [0, 1, 0]) },
  {
    alert: "BatchUnsettled",
    series: relays("batches_oldest_unsettled_age_seconds", [900, 3_700, 2]),
  },
  { alert: "SettlementLags", series: relays("settlement_lag_seconds", [1, 12, 1]) },
  { alert: "LaneStuck", series: { 'sideline_settlement_stuck_lanes{instance="w"}': [0, 1, 0] } },
  {
    alert: "ReleaseStranded",
    series: { 'sideline_releases_stranded_runs{instance="w"}': [0, 7, 0] },
  },
  {
    alert: "ReleaseUnserved",
    series: { 'sideline_releases_unserved_targets{instance="w"}': [0, 1, 0] },
  },
  {
    alert: "LocalActivitiesTimeOut",
    series: { [activities("timeout")]: [0, 1, 0], [activities("application")]: [1, 1, 1] },
    labels: { activity_type: "settleLane" },
  },
  eventScenario("DeviceOutboxStuck"),
  eventScenario("DeviceOutboxSilent"),
  eventScenario("DeviceChecksumsMismatched"),
  eventScenario("PurgeUnacknowledged"),
];
