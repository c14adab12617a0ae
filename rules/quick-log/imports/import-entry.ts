import type { ImportSourceType } from "../../../contract/agenda/value-vocabulary.ts";
import type { ImportedValue } from "../../agenda/imported-value.ts";

/** A phone store's report of a metric of one day: the row of an import. */
export interface ImportEntry {
  /** Id of its receipt; ids follow the order of acceptance. */
  readonly id: string;
  readonly sourceType: ImportSourceType;
  /** Null if the store withdrew its report. */
  readonly value: number | null;
  readonly sourceDevice: string;
  readonly windowStart: Date;
  readonly windowEnd: Date;
  readonly userEntered: boolean;
  /** Whether its window lies within its local day. */
  readonly withinDay: boolean;
  /** The entry that it replaces, or null. */
  readonly supersedesId: string | null;
}

/** Whether an entry can become the day's fact, or withdraw one: measured, not typed, and of this day. */
export function isVerified({ value, userEntered, withinDay }: ImportEntry): boolean {
  return value === null || (!userEntered && withinDay);
}

/** Whether one entry was measured later, or accepted later on a tie. */
function isLater(one: ImportEntry, other: ImportEntry): boolean {
  const later = one.windowEnd.getTime() - other.windowEnd.getTime();
  return later === 0 ? one.id > other.id : later > 0;
}

/** The entry in force of one source, or null. */
export function inForceOf(
  entries: readonly ImportEntry[],
  sourceType: ImportSourceType,
): ImportEntry | null {
  return latest(entries.filter((entry) => entry.sourceType === sourceType && isVerified(entry)));
}

/**
 * The import that is a day's fact, in any order of arrival (docs/rooms/quick-log.md#imports): the latest measured of
 * each source's entry in force.
 */
export function importedFact(entries: readonly ImportEntry[]): ImportEntry | null {
  return latest(inForceOfEach(entries).filter(({ value }) => value !== null));
}

/** The entry in force of each source that has one. */
export function inForceOfEach(entries: readonly ImportEntry[]): readonly ImportEntry[] {
  const sources = new Set(entries.map(({ sourceType }) => sourceType));
  return [...sources].flatMap((sourceType) => inForceOf(entries, sourceType) ?? []);
}

/** An entry as a task shows it; null for no entry or a withdrawn one. */
export function shownImport(entry: ImportEntry | null): ImportedValue | null {
  if (entry === null || entry.value === null) return null;
  const { id: entryId, sourceType, value, windowEnd } = entry;
  return { entryId, sourceType, value, measuredUntil: windowEnd.toISOString() };
}

function latest(entries: readonly (ImportEntry | null)[]): ImportEntry | null {
  return entries.reduce(
    (best, entry) => (best === null || (entry !== null && isLater(entry, best)) ? entry : best),
    null,
  );
}
