import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";
import { showHelp } from "../../workers/operator/show-help.ts";

const CAMPAIGNS = {
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
      "test/quick-log/one-fact",
      "/random-batches",
      "/dependency-graphs",
      "/submission-law",
      "/recurrence.property",
      "/verify-chain",
    ],
    env: {
      SIDELINE_DRAWN_CASES: "150",
      SIDELINE_RECURRENCE_RULES: "10000",
      SIDELINE_CHAIN_CASES: "1000",
    },
  },
} as const;

/** The timeout of a test is meant for its ordinary number of rounds. */
const AT_LENGTH = `--testTimeout=${30 * 60_000}`;

const Asked = z.object({
  name: z.enum([
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
  ]),
  runs: z.coerce.number().int().positive().optional(),
  seed: z.coerce.number().int().optional(),
  rounds: z.coerce.number().int().positive().optional(),
  cases: z.coerce.number().int().positive().optional(),
  courses: z.coerce.number().int().positive().optional(),
});

/**
 * Usage: `run-campaign.ts <name> [--runs N] [--rounds N] [--cases N] [--courses N] [--seed S]`,
 * with a name of `Asked`.
 */
function main(): void {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: text, seed: text, rounds: text, cases: text, courses: text },
  });
  const {
    name,
    runs,
    seed = randomInt(2 ** 31),
    rounds,
    cases,
    courses,
  } = Asked.parse({
    name: positionals[0],
    ...values,
  });
  const { files, env } = CAMPAIGNS[name];
  const jest = fileURLToPath(new URL("../../node_modules/jest/bin/jest.js", import.meta.url));
  const quiet = [
    "--experimental-vm-modules",
    "--disable-warning=ExperimentalWarning",
    "--max-semi-space-size=64",
  ];
  const child = spawn(
    process.execPath,
    [
      ...quiet,
      jest,
      ...files,
      "--ignoreProjects",
      "keycloak",
      "--config",
      "jest.config.mjs",
      AT_LENGTH,
    ],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        ...env,
        ...(runs === undefined ? {} : { SIDELINE_MODEL_RUNS: String(runs) }),
        SIDELINE_SEED: String(seed),
        ...(rounds === undefined
          ? {}
          : { SIDELINE_RACE_ROUNDS: String(rounds), SIDELINE_FAULT_ROUNDS: String(rounds) }),
        ...(courses === undefined ? {} : { SIDELINE_CALENDAR_COURSES: String(courses) }),
        ...(cases === undefined ? {} : { SIDELINE_DRAWN_CASES: String(cases) }),
      },
    },
  );
  child.once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

showHelp(`Plays the tests of a campaign at length:

  npm run test:model -- [--runs N] [--seed S]
  npm run test:kills
  npm run test:links
  npm run test:attacks
  npm run test:faults -- [--rounds N] [--seed S]
  npm run test:days -- [--courses N] [--seed S]
  npm run test:races -- [--rounds N]`);
main();
