import type { DayValue } from "../../contract/agenda/schema.ts";
import type { ImportSourceType } from "../../contract/agenda/vocabulary.ts";

/** A verified import, as it stands in place of what was typed. */
export interface ImportedValue {
  readonly entryId: string;
  readonly sourceType: ImportSourceType;
  readonly value: number;
  /** Up to when it was measured, RFC 3339. */
  readonly measuredUntil: string;
}

/** What was typed of a day, whether or not it counts. */
export function manualValue(day: DayValue | null): DayValue | null {
  return day?.imported === undefined ? day : day.imported.manual;
}

/** The import that is a day's value, or null. */
export function importedValue(day: DayValue | null): ImportedValue | null {
  if (day?.imported === undefined || typeof day.current !== "number") return null;
  const { entryId, sourceType } = day.imported;
  return { entryId, sourceType, value: day.current, measuredUntil: day.lastRecordedAt };
}

/** The day's value: an import in place of what was typed, never added to it (docs/rooms/quick-log.md#imports). */
export function valueWithImport(
  manual: DayValue | null,
  imported: ImportedValue | null,
): DayValue | null {
  if (imported === null) return manual;
  const { entryId, sourceType, value, measuredUntil } = imported;
  return {
    current: value,
    entryCount: 1,
    lastRecordedAt: measuredUntil,
    imported: { entryId, sourceType, manual },
  };
}
