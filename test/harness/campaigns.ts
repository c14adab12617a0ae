import * as z from "zod";

/** Tests that a separate command plays at full length (`npm run test:<name>`), by that name. */
export const CAMPAIGNS = {
  model: {
    files: [
      "test/sync/model.pg",
      "test/agenda/days-model",
      "test/quick-log/model",
      "test/workouts/model",
      "test/inbox/model",
      "test/exercises/media-model",
      "/today-histories.http",
      "test/inbox/changes.pg",
    ],
    env: { SIDELINE_MODEL_RUNS: "300" },
  },
  kills: {
    files: [
      "test/sync/kills",
      "/killed-worker.flow",
      "/worker-process.flow",
      "killed-api.http",
      "/killed-check.http",
      "/cut-off.http",
      "onboarding/temporal-lost.flow",
      "workers/stack.http",
    ],
    env: { SIDELINE_KILLS: "all", SIDELINE_KILL_MOMENTS: "10" },
  },
  links: {
    files: [
      "/links.http",
      "/frozen-process.http",
      "/silent-link.pg",
      "/temporal-link.flow",
      "/database-back.flow",
    ],
    env: { SIDELINE_LINKS: "all" },
  },
  attacks: {
    files: [
      "/bad-tokens.http",
      "/injections.http",
      "/injected-texts.http",
      "/foreign-ids.http",
      "/bad-bodies.http",
    ],
    env: { SIDELINE_ATTACKS: "all" },
  },
  faults: { files: ["/fault-campaign.http"], env: { SIDELINE_FAULT_ROUNDS: "200" } },
  tour: { files: ["/tour.http", "/tour-again.http"], env: { SIDELINE_TOUR_PLAYS: "3" } },
  days: {
    files: [
      "test/agenda/every-day-once",
      "test/agenda/calendar.test",
      "test/agenda/lay-into-day",
      "test/agenda/season.flow",
      "test/workouts/season",
      "test/inbox/season",
    ],
    env: {
      SIDELINE_CALENDAR_COURSES: "1000",
      SIDELINE_DRAWN_CASES: "5000",
      SIDELINE_SEASON_DAYS: "182",
      SIDELINE_SEASON_CLIENTS: "200",
    },
  },
  pages: { files: ["test/pages/"], env: { SIDELINE_PICTURES: ".sideline/pictures" } },
  calendar: {
    files: ["/reminders.flow", "/inbox-snoozes.flow"],
    env: { SIDELINE_CALENDAR: "all" },
  },
  races: {
    files: [
      "test/sync/races",
      "test/inbox/changes.pg",
      "test/sync/guards",
      "test/sync/prune-races",
      "test/sync/cited-receipts",
      "test/plans/plan-races",
      "test/plans/assignment-races",
      "test/agenda/pin-races",
      "/lock-out.http",
      "test/agenda/day-races",
      "test/agenda/day-guards",
      "test/agenda/pin-races",
      "test/agenda/close-days",
      "test/agenda/adherence.pg",
      "test/agenda/turn-days.pg",
      "test/outbox/overdue-actors.pg",
      "test/quick-log/review-day.pg",
      "test/quick-log/races",
      "test/quick-log/guards",
      "test/workouts/races",
      "test/workouts/conflicts/races",
      "test/workouts/guards",
      "test/inbox/races",
      "test/inbox/guards",
      "test/inbox/inbox-actor.pg",
      "test/exercises/media-session",
      "/settlement-lane.pg",
      "/closing-actor.flow",
      "/onboarding-actor.flow",
      "/purge-tokens.http",
      "/device-secret-ack.http",
      "/invitation-race.http",
      "test/accounts/link-races",
      "test/workspaces/hand-over",
      "test/invitations/scheduled-invitations",
      "test/privacy/deletion-races",
    ],
    env: {
      SIDELINE_RACE_ROUNDS: "500",
      SIDELINE_LANE_OTHERS: "1000",
      SIDELINE_LOOK_OTHERS: "1000",
      SIDELINE_CLOSING_PLAYERS: "24",
      SIDELINE_CONSUMERS: "200",
    },
  },
  cases: {
    files: [
      "/loaded-values",
      "/superseded-resubmissions",
      "test/agenda/day-states",
      "test/quick-log/one-fact",
      "/random-batches",
      "/dependency-graphs",
      "/submission-law",
      "/recurrence.property",
      "/judge-answers.property",
      "test/api/too-many-values",
      "test/onboarding/next-reminder",
      "/verify-chain",
    ],
    env: {
      SIDELINE_DRAWN_CASES: "150",
      SIDELINE_RECURRENCE_RULES: "10000",
      SIDELINE_CHAIN_CASES: "1000",
    },
  },
} as const satisfies Record<string, Campaign>;

/** The tests of a campaign and their numbers, as variables that the tests read (`campaign.ts`). */
interface Campaign {
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The name of a campaign. */
export const campaignName = z.enum([
  "model",
  "kills",
  "pages",
  "links",
  "attacks",
  "faults",
  "races",
  "cases",
  "calendar",
  "tour",
  "days",
]);
