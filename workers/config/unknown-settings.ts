import type { Environment } from "./environment.ts";

/**
 * Mistakes for variables that look like settings of ours but are none, so that a misspelt one is not silently ignored.
 * It looks at names only.
 */
export function unknownSettings(env: Environment, known: readonly string[]): string[] {
  const names = new Set([...known, ...READ_ELSEWHERE]);
  return Object.entries(env).flatMap(([name, value]) => {
    if (names.has(name) || (value ?? "") === "" || isForeign(name, value ?? "")) return [];
    const isOurs = PREFIXES.some((prefix) => name.startsWith(prefix));
    const nearest = nearestOf(name, known, isOurs ? MOST_EDITS : 1);
    if (nearest !== null) return [`${name}: is no setting; did you mean ${nearest}?`];
    return isOurs ? [`${name}: is no setting; remove it (deploy/settings.md lists all)`] : [];
  });
}

/** A variable that begins like this is meant for us. */
const PREFIXES = [
  "SIDELINE_",
  "API_",
  "ALLOWANCE_",
  "APNS_",
  "AUTH_",
  "CLIENT_APP_",
  "COACH_APP_",
  "DATABASE_",
  "EXERCISE_",
  "EXERCISES_",
  "FCM_",
  "MEDIA_",
  "OIDC_",
  "RELAY_",
  "SETTLEMENT_",
  "SHARE_",
  "TEMPORAL_",
  "WORKER_",
];

/** Read by the launcher, the tests, docker-compose.yml, or by Temporal's own programs. */
export const READ_ELSEWHERE: readonly string[] = [
  "EXERCISES_PORT",
  "TEMPORAL_CLI_PATH",
  "TEMPORAL_FROM_PYPI",
  "TEMPORAL_PORT",
  "TEMPORAL_TEST_SERVER_PATH",
  "TEMPORAL_UI_PORT",
  "SIDELINE_API_PUBLIC_URL",
  "SIDELINE_API_URL",
  "SIDELINE_JOBS_SECRET",
  "SIDELINE_VERSION",
  "SIDELINE_WEB_ORIGIN",
  "TEMPORAL_ADMIN_TOOLS_VERSION",
  "TEMPORAL_UI_VERSION",
  "TEMPORAL_VERSION",
  "TEMPORAL_CONFIG_FILE",
  "TEMPORAL_DEBUG",
  "TEMPORAL_ENV",
  "TEMPORAL_PROFILE",
  "SIDELINE_ATTACKS",
  "SIDELINE_BROWSER_KILLS",
  "SIDELINE_CALENDAR",
  "SIDELINE_CALENDAR_COURSES",
  "SIDELINE_CAMPAIGN_PART",
  "SIDELINE_CHAIN_CASES",
  "SIDELINE_CLOSING_PLAYERS",
  "SIDELINE_CONSUMERS",
  "SIDELINE_CONTAINERS",
  "SIDELINE_DEVICE_KILLS",
  "SIDELINE_DRAWN_CASES",
  "SIDELINE_FAULT_ROUNDS",
  "SIDELINE_KILLS",
  "SIDELINE_KILL_MOMENTS",
  "SIDELINE_ALERTS",
  "SIDELINE_KUBERNETES",
  "SIDELINE_LANE_OTHERS",
  "SIDELINE_LINKS",
  "SIDELINE_LOOK_OTHERS",
  "SIDELINE_MODEL_RUNS",
  "SIDELINE_NONCE",
  "SIDELINE_PICTURES",
  "SIDELINE_RACE_ROUNDS",
  "SIDELINE_RECURRENCE_RULES",
  "SIDELINE_SCREENS",
  "SIDELINE_ROLLING_ACTORS",
  "SIDELINE_SEASON_CLIENTS",
  "SIDELINE_SEASON_DAYS",
  "SIDELINE_SEED",
  "SIDELINE_SERVERS",
  "SIDELINE_TEST_CONTEXT",
  "SIDELINE_TOUR_PLAYS",
];

/** Variables of an orchestrator about services that happen to be named like a process of ours. */
function isForeign(name: string, value: string): boolean {
  return (
    /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)/.test(name) ||
    /^(?:tcp|udp):\/\//.test(value)
  );
}

/** Two names that differ by more are different settings. */
const MOST_EDITS = 3;

function nearestOf(name: string, known: readonly string[], mostEdits: number): string | null {
  const near = known
    .map((candidate) => ({ candidate, edits: editsBetween(name, candidate) }))
    .filter(({ edits }) => edits <= mostEdits)
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.candidate ?? null;
}

/** Characters to insert, delete, replace or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MOST_EDITS) return Number.POSITIVE_INFINITY;
  let [before, previous] = [new Array<number>(), Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (previous[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
