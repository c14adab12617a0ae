import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { LONG_FILES } from "./test/harness/long-files.ts";

// Keeps code compiled by workers and by processes that tests start; this halves the cost of the next start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL("node_modules/.cache/compiled", import.meta.url),
);

// One project per level: a level's global setup runs only when one of its files is selected.
const level = (displayName, testMatch, setup, ignored = []) => ({
  displayName,
  testMatch,
  testPathIgnorePatterns: ["/node_modules/", ...ignored],
  modulePathIgnorePatterns: ["<rootDir>/.sideline/"],
  testEnvironment: "<rootDir>/test/harness/one-realm.mjs",
  runtime: "<rootDir>/test/harness/keep-modules.mjs",
  extensionsToTreatAsEsm: [".ts"],
  setupFiles: ["<rootDir>/test/harness/seed-draws.ts"],
  transform: { "\\.ts$": "<rootDir>/test/harness/strip-types.mjs" },
  ...(setup && {
    globalSetup: `<rootDir>/test/harness/${setup}`,
    globalTeardown: "<rootDir>/test/harness/stop-everything.ts",
  }),
});

// Files that only campaigns run (`npm run test:kills` and the like), by the variable that each campaign sets. They
// start stacks and processes repeatedly, send bodies of the maximum size, play half a year of an inbox, or show for
// each guard that a race without it goes wrong.
const CAMPAIGNS = {
  SIDELINE_FAULT_ROUNDS: ["fault-campaign.http"],
  SIDELINE_KILLS: [
    "kills.http",
    "killed-worker.flow",
    "stack.http",
    "media/killed-api.http",
    "invitations/killed-api.http",
    "killed-check.http",
    "purge-killed-api.http",
    "cut-off.http",
    "onboarding/temporal-lost.flow",
  ],
  SIDELINE_BROWSER_KILLS: ["phone/browser-kills.http"],
  SIDELINE_LINKS: ["links.http", "frozen-process.http"],
  SIDELINE_ATTACKS: ["bad-bodies.http"],
  SIDELINE_TOUR_PLAYS: ["tour-again.http"],
  SIDELINE_PICTURES: [
    "console/every-page.http",
    "console/archived.http",
    "console/client-acts.http",
    "console/client-pages.http",
    "console/filters.http",
    "console/inbox-acts.http",
    "console/inbox-bulk.http",
    "console/inbox-corners.http",
    "console/inbox-rows.http",
    "console/canaries.http",
    "console/faults.http",
    "console/refused-acts.http",
    "console/api-gone.http",
    "console/roles.http",
    "console/wrong-clock.http",
    "console/journeys/first-client.http",
    "console/journeys/demo-week.http",
    "console/journeys/two-workspaces.http",
    "console/joining.http",
    "console/unsent-text.http",
    "console/unloaded.http",
    "console/ended-session.http",
    "console/storage-refused.http",
    "console/allowed-secrets.http",
    "console/unsent-edits.http",
    "console/plan-parts.http",
    "console/menus.http",
    "console/offline-acts.http",
    "console/quick-keys.http",
  ],
  SIDELINE_SEASON_DAYS: ["inbox/season.pg"],
  SIDELINE_SERVERS: [
    "servers/pgbouncer.http",
    "servers/s3.http",
    "servers/failover",
    "servers/proxy-reload",
    "servers/standby-reads.http",
    "servers/production.http",
  ],
  SIDELINE_KUBERNETES: ["deploy/kubernetes/validate"],
  SIDELINE_CONTAINERS: ["containers/containers"],
  SIDELINE_ALERTS: ["alerts/alerts-by-fault.http"],
  SIDELINE_RACE_ROUNDS: ["guards.pg", "day-guards.pg"],
};
const ofCampaigns = Object.entries(CAMPAIGNS)
  .filter(([variable]) => process.env[variable] === undefined)
  .flatMap(([, files]) => files.map((file) => `/${file.replace(".", "\\.")}\\.test\\.ts$`));

// `npm test` appends its arguments to the name of this file.
const CONFIG = "jest.config.mjs";
const namesFiles = process.argv
  .slice(process.argv.indexOf(CONFIG) + 1)
  .some((argument) => !argument.startsWith("-") || argument.startsWith("--testPathPatterns"));
const leftOut = namesFiles
  ? ofCampaigns
  : [...ofCampaigns, ...LONG_FILES.map((file) => `/${file.replaceAll(".", "\\.")}$`)];

export default {
  testTimeout: 240_000,
  // One more worker than cores, because a worker also waits: for a lock, a starting process, an asynchronous event. With
  // two more, a run of a hundred files took a quarter longer on two cores.
  maxWorkers: availableParallelism() + 1,
  testSequencer: "<rootDir>/test/harness/longest-first.mjs",
  reporters: [
    "<rootDir>/test/harness/print-files.mjs",
    "summary",
    "<rootDir>/test/harness/slowest-files.ts",
    "<rootDir>/test/harness/repeat-failures.ts",
  ],
  projects: [
    level("rules", ["<rootDir>/test/**/*.test.ts"], null, [
      "\\.(pg|flow|http|keycloak)\\.test\\.ts$",
      ...leftOut,
    ]),
    level("store", ["<rootDir>/test/**/*.pg.test.ts"], "start-postgres.ts", leftOut),
    level("flow", ["<rootDir>/test/**/*.flow.test.ts"], "start-temporal.ts", leftOut),
    level("http", ["<rootDir>/test/**/*.http.test.ts"], "start-everything.ts", leftOut),
    // Needs a newer Java than the others: `npm test` leaves it out, `npm run test:keycloak` runs it.
    level("keycloak", ["<rootDir>/test/**/*.keycloak.test.ts"], "start-keycloak.ts"),
  ],
};
