import type { ImportSourceType } from "../../../contract/agenda/vocabulary.ts";
import type { ImportedValue } from "../../agenda/imported-value.ts";

/** What a store of a phone has told of a metric of one day: the row of an import. */
export interface ImportEntry {
  /** Of its receipt; ids come in the order of acceptance. */
  readonly id: string;
  readonly sourceType: ImportSourceType;
  /** Null where the store withdrew what it had told. */
  readonly value: number | null;
  readonly sourceDevice: string;
  readonly windowStart: Date;
  readonly windowEnd: Date;
  readonly userEntered: boolean;
  /** Whether its window lies in its local day. */
  readonly withinDay: boolean;
  /** The entry that it stands in place of, or null. */
  readonly supersedesId: string | null;
}

/** Whether an entry can be the day's fact, or end that one is: not what somebody typed, nor of another day. */
export function isVerified({ value, userEntered, withinDay }: ImportEntry): boolean {
  return value === null || (!userEntered && withinDay);
}

/** Of two entries the one that was measured later, then the one accepted later. */
function isLater(one: ImportEntry, other: ImportEntry): boolean {
  const later = one.windowEnd.getTime() - other.windowEnd.getTime();
  return later === 0 ? one.id > other.id : later > 0;
}

/** What stands of one source, or null. */
export function standingOf(
  entries: readonly ImportEntry[],
  sourceType: ImportSourceType,
): ImportEntry | null {
  return latest(entries.filter((entry) => entry.sourceType === sourceType && isVerified(entry)));
}

/**
 * The import that is the fact of a day, whatever the order in which its entries came
 * (docs/rooms/quick-log.md#imports): of what stands of each source the one measured later.
 */
export function importedFact(entries: readonly ImportEntry[]): ImportEntry | null {
  return latest(standingOfEach(entries).filter(({ value }) => value !== null));
}

/** What stands of each source, of as many as have anything. */
export function standingOfEach(entries: readonly ImportEntry[]): readonly ImportEntry[] {
  const sources = new Set(entries.map(({ sourceType }) => sourceType));
  return [...sources].flatMap((sourceType) => standingOf(entries, sourceType) ?? []);
}

/** An entry as a task shows it; null of none, and of what was withdrawn. */
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
