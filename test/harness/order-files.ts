import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A test file; `duration` is that of its last run in milliseconds, if one is recorded. */
interface RunFile {
  readonly path: string;
  readonly duration?: number | undefined;
}

/**
 * Reorders files that Jest has sorted: those that failed before, those without a record, the others. A fresh clone has
 * no record. Jest would order its files by size, and the longest are small: they would run at the end, with one busy
 * core.
 */
export function longestFirst<File extends RunFile>(sorted: readonly File[]): File[] {
  const first = sorted.findIndex(({ duration }) => duration === undefined);
  if (first === -1) return [...sorted];
  const rest = sorted
    .slice(first)
    .map((file) => [file, file.duration ?? expectedMs(file)] as const);
  const ordered = rest.toSorted(([, one], [, other]) => other - one).map(([file]) => file);
  return [...sorted.slice(0, first), ...ordered];
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function expectedMs({ path }: RunFile): number {
  const seconds = EXPECTED_SECONDS[path.replace(ROOT, "")];
  if (seconds !== undefined) return seconds * 1_000;
  const [, level = "rules"] = /\.(\w+)\.test\.ts$/.exec(path) ?? [];
  return (MS_PER_KB[level] ?? 0) * (statSync(path).size / 1_024);
}

/** Milliseconds per kilobyte of a usual file, by level. */
const MS_PER_KB: Readonly<Record<string, number>> = { flow: 400, http: 200, pg: 150, rules: 40 };

/** Seconds of the files that take far longer than their size suggests. Only their order matters. */
export const EXPECTED_SECONDS: Readonly<Record<string, number>> = {
  "test/tour/tour.http.test.ts": 60,
  "test/api/authorization-matrix.http.test.ts": 40,
  "test/onboarding/reminders.flow.test.ts": 30,
  "test/sync/settlement-lane.flow.test.ts": 25,
  "test/workers/scheduled-runs.flow.test.ts": 20,
  "test/outbox/temporal-lost.flow.test.ts": 18,
  "test/inbox/inbox-actor.flow.test.ts": 15,
  "test/definitions/source.test.ts": 15,
  "test/definitions/action.test.ts": 14,
  "test/definitions/task-kind.test.ts": 13,
  "test/workers/temporal-data-lost.flow.test.ts": 12,
  "test/workers/worker-process.flow.test.ts": 12,
  "test/workers/bundle.test.ts": 10,
  "test/workers/replay.test.ts": 10,
  "test/workers/provider-away.test.ts": 9,
  "test/frozen-names.test.ts": 8,
  "test/agenda/season.flow.test.ts": 8,
  "test/workouts/conflicts/conflict-month.flow.test.ts": 8,
  "test/workers/schedules.flow.test.ts": 8,
  "test/db/tables.test.ts": 8,
};
