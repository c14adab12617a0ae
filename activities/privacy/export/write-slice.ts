import type { ExportSection } from "../../../contract/privacy/export-vocabulary.ts";
import { exportSections } from "../../../db/privacy/facts/export-sections.ts";
import {
  type ExportProgress,
  insertPart,
  keepProgress,
  type LockedExport,
} from "../../../db/privacy/begin-export.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { exportExpiresAt, sectionAfter } from "../../../rules/privacy/account-export.ts";

/**
 * Writes the next slice of an export, section after section, until the slice is full. The same transaction stores the
 * position, so that the next run continues there.
 *
 * @returns the export after this slice.
 */
export async function writeSlice(tx: Tx, found: LockedExport, now: Date): Promise<LockedExport> {
  let { nextSection, afterId, partCount, factCount } = found;
  let room = SLICE_FACTS;
  while (nextSection !== null) {
    const size = OF_LARGE_FACTS.has(nextSection) ? LARGE_FACT : 1;
    const limit = Math.floor(room / size);
    if (limit === 0) break;
    const page = { userId: found.userId, afterId, limit };
    const facts = await exportSections[nextSection](tx, page);
    if (facts.length > 0) {
      const part = { exportId: found.id, position: partCount, section: nextSection };
      await insertPart(tx, { ...part, facts: facts.map((fact) => JSON.stringify(fact)).join(",") });
      partCount += 1;
      factCount += facts.length;
    }
    const isWhole = facts.length < limit;
    afterId = isWhole ? null : (facts.at(-1)?.id ?? null);
    nextSection = isWhole ? sectionAfter(nextSection) : nextSection;
    room -= facts.length * size;
  }
  const readyAt = nextSection === null ? now : null;
  const expiresAt = readyAt && exportExpiresAt(readyAt);
  const place = { nextSection, afterId, partCount, factCount };
  const progress: ExportProgress = { ...place, readyAt, expiresAt };
  await keepProgress(tx, found.id, progress);
  return { ...found, ...progress };
}

/** Facts of one slice: few enough for a short transaction. */
export const SLICE_FACTS = 200;

/** A fact that may be as large as a request body, such as a workout of 500 sets, counts as this many facts. */
const LARGE_FACT = 10;
const OF_LARGE_FACTS: ReadonlySet<ExportSection> = new Set([
  "formAnswers",
  "formDrafts",
  "workouts",
  "workoutConflicts",
]);
