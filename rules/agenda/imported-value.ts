import type { DayValue } from "../../contract/agenda/schema.ts";
import type { ImportSourceType } from "../../contract/agenda/value-vocabulary.ts";

/** A verified import that replaces typed values. */
export interface ImportedValue {
  readonly entryId: string;
  readonly sourceType: ImportSourceType;
  readonly value: number;
  /** End of the measurement, RFC 3339. */
  readonly measuredUntil: string;
}

/** The typed value of a day, whether or not it counts. */
export function manualValue(day: DayValue | null): DayValue | null {
  return day?.imported === undefined ? day : day.imported.manual;
}

/** The import that supplies a day's value, or null. */
export function importedValue(day: DayValue | null): ImportedValue | null {
  if (day?.imported === undefined || typeof day.current !== "number") return null;
  const { entryId, sourceType } = day.imported;
  return { entryId, sourceType, value: day.current, measuredUntil: day.lastRecordedAt };
}

/** The day's value: an import replaces typed values and is never added to them (docs/rooms/quick-log.md#imports). */
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
