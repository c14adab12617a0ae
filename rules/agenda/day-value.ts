import type { MeasuredValue } from "../../contract/agenda/metric-schema.ts";
import type { DayValue } from "../../contract/agenda/schema.ts";
import type { MetricMode } from "../../contract/agenda/vocabulary.ts";
import { thousandths } from "./thousandths.ts";

/** A recorded value; one that is null only takes back the entry it supersedes. */
export interface ValueEntry {
  readonly id: string;
  readonly value: MeasuredValue | null;
  /** Device lineage that recorded it; null of what the batch under way recorded before. */
  readonly lineageId: string | null;
  readonly recordedAt: Date;
  readonly supersedesId: string | null;
  /** The recorded entry whose value it says again, after the correction of that one was undone. */
  readonly restatesId: string | null;
  /** A later entry superseded it, which need not be among those at hand. */
  readonly superseded: boolean;
}

/** Entries that stand beside those at hand, together; only numbers have a sum. */
export interface OtherValues {
  readonly count: number;
  readonly sum: number;
}

/** All entries are at hand. */
export const NO_OTHER_VALUES: OtherValues = { count: 0, sum: 0 };

/**
 * The day's value of a metric from its entries, in the order they were accepted. Superseded entries do
 * not count. ACCUMULATE adds the rest up, REPLACE takes the one accepted last: when a device recorded it
 * is evidence, never order.
 *
 * @param others entries that stand beside these, all accepted before the last of these that stands.
 */
export function dayValue(
  mode: MetricMode,
  entries: readonly ValueEntry[],
  others: OtherValues = NO_OTHER_VALUES,
): DayValue | null {
  const counted = countedEntries(entries);
  const latest = counted.at(-1);
  if (latest === undefined) return null;
  const current = mode === "ACCUMULATE" ? others.sum + sumOf(counted) : (latest.value ?? 0);
  return {
    current: typeof current === "number" ? thousandths(current) : current,
    entryCount: others.count + counted.length,
    lastRecordedAt: latest.recordedAt.toISOString(),
  };
}

/** What of a day's value is not that of the entries at hand. */
export function otherValues(day: DayValue | null, entries: readonly ValueEntry[]): OtherValues {
  const counted = countedEntries(entries);
  const { current, entryCount } = day ?? { current: 0, entryCount: 0 };
  return {
    count: entryCount - counted.length,
    sum: typeof current === "number" ? thousandths(current - sumOf(counted)) : 0,
  };
}

/** The entries that count: they have a value, and no later entry superseded them. */
export function countedEntries(entries: readonly ValueEntry[]): readonly ValueEntry[] {
  const superseded = new Set(entries.map(({ supersedesId }) => supersedesId));
  return entries.filter(
    (entry) => entry.value !== null && !entry.superseded && !superseded.has(entry.id),
  );
}

function sumOf(entries: readonly ValueEntry[]): number {
  return entries.reduce((sum, { value }) => sum + (typeof value === "number" ? value : 0), 0);
}
