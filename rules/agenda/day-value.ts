import type { DayValue } from "../../contract/agenda/schema.ts";
import type { MetricMode } from "../../contract/plans/vocabulary.ts";

/** A recorded value; one without a number only takes back the entry it supersedes. */
export interface ValueEntry {
  readonly id: string;
  readonly value: number | null;
  readonly recordedAt: Date;
  readonly supersedesId: string | null;
}

/**
 * The day's value of a metric from all its entries, in the order they were accepted. Superseded
 * entries do not count. ACCUMULATE adds the rest up, REPLACE takes the one accepted last: when a
 * device recorded it is evidence, never order.
 */
export function dayValue(mode: MetricMode, entries: readonly ValueEntry[]): DayValue | null {
  const standing = standingEntries(entries);
  const latest = standing.at(-1);
  if (latest === undefined) return null;
  const counted = mode === "ACCUMULATE" ? standing : [latest];
  return {
    current: thousandths(counted.reduce((sum, { value }) => sum + (value ?? 0), 0)),
    entryCount: standing.length,
    lastRecordedAt: latest.recordedAt.toISOString(),
  };
}

/** The entries that count: they have a value, and no later entry superseded them. */
export function standingEntries(entries: readonly ValueEntry[]): readonly ValueEntry[] {
  const superseded = new Set(entries.map(({ supersedesId }) => supersedesId));
  return entries.filter(({ id, value }) => value !== null && !superseded.has(id));
}

/** Values have three decimals; the sum of their binary forms may have more. */
function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
