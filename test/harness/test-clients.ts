import type { Surface } from "../../contract/accounts/vocabulary.ts";

/** Audience that the harness's provider writes into tokens. */
export const TEST_AUDIENCE = "sideline-api";

/** The apps of the harness's provider. */
export const TEST_CLIENTS: ReadonlyMap<string, Surface> = new Map([
  ["sideline-web", "WEB"],
  ["sideline-coach-mobile", "COACH_MOBILE"],
  ["sideline-client-mobile", "CLIENT_MOBILE"],
]);

/** The machine client of the harness's provider. */
export const TEST_MACHINES: ReadonlySet<string> = new Set(["sideline-jobs"]);
