import type { MeasuredValue } from "../../contract/agenda/metric-schema.ts";
import type { DayValue } from "../../contract/agenda/schema.ts";
import type { MetricMode } from "../../contract/agenda/value-vocabulary.ts";
import { thousandths } from "./thousandths.ts";

/**
 * The day's value of a metric from its entries, in the order they were accepted. Superseded entries do not count.
 * ACCUMULATE sums the rest, REPLACE takes the one accepted last. The recording time is evidence and never decides the
 * order.
 *
 * @param others further entries that are not loaded, all accepted before the last entry that counts.
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

/** A recorded value; a null value only retracts the entry it supersedes. */
export interface ValueEntry {
  readonly id: string;
  readonly value: MeasuredValue | null;
  /** Device lineage that recorded it; null for entries recorded earlier in the same batch. */
  readonly lineageId: string | null;
  readonly recordedAt: Date;
  readonly supersedesId: string | null;
  /** The entry whose value it restores, after the correction of that entry was undone. */
  readonly restatesId: string | null;
  /** A later entry superseded it; that entry need not be loaded. */
  readonly superseded: boolean;
}

/** The total of entries that are not loaded; only numbers have a sum. */
export interface OtherValues {
  readonly count: number;
  readonly sum: number;
}

/** All entries are loaded. */
export const NO_OTHER_VALUES: OtherValues = { count: 0, sum: 0 };

/** The part of a day's value that does not come from the loaded entries. */
export function otherValues(day: DayValue | null, entries: readonly ValueEntry[]): OtherValues {
  const counted = countedEntries(entries);
  const { current, entryCount } = day ?? { current: 0, entryCount: 0 };
  return {
    count: entryCount - counted.length,
    sum: typeof current === "number" ? thousandths(current - sumOf(counted)) : 0,
  };
}

/** The entries that count: they have a value and are not superseded. */
export function countedEntries(entries: readonly ValueEntry[]): readonly ValueEntry[] {
  const superseded = new Set(entries.map(({ supersedesId }) => supersedesId));
  return entries.filter(
    (entry) => entry.value !== null && !entry.superseded && !superseded.has(entry.id),
  );
}

function sumOf(entries: readonly ValueEntry[]): number {
  return entries.reduce((sum, { value }) => sum + (typeof value === "number" ? value : 0), 0);
}
