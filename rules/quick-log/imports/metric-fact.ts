import type { MeasuredValue } from "../../../contract/agenda/metric-schema.ts";
import type { MetricMode } from "../../../contract/agenda/value-vocabulary.ts";
import type { UncountedReason } from "../../../contract/quick-log/import-vocabulary.ts";
import {
  countedEntries,
  dayValue,
  type OtherValues,
  type ValueEntry,
} from "../../agenda/day-value.ts";
import { importedFact, isVerified, inForceOfEach, type ImportEntry } from "./import-entry.ts";

/** The value of a metric on one day. */
export interface MetricFact {
  readonly value: MeasuredValue;
  /** Id of the import; null if the value was typed. */
  readonly importId: string | null;
  /** Number of entries that it sums up. */
  readonly entryCount: number;
  /** RFC 3339. */
  readonly recordedAt: string;
}

/** All entries of a metric of one day, in the order of acceptance. */
export interface MetricEntries {
  readonly mode: MetricMode;
  /** Entries of all its tasks; if some are left out, the newest and the last in force are included. */
  readonly manual: readonly ValueEntry[];
  /** The left-out entries in force, all accepted before the last one of `manual` in force. */
  readonly otherManual?: OtherValues;
  readonly imports: readonly ImportEntry[];
}

/**
 * The fact of a metric of a day, from all of its entries: a verified import, else the typed value
 * (docs/rooms/quick-log.md#imports). Null without entries.
 */
export function metricFact({
  mode,
  manual,
  otherManual,
  imports,
}: MetricEntries): MetricFact | null {
  const imported = importedFact(imports);
  if (imported !== null && imported.value !== null) {
    const { id: importId, value, windowEnd } = imported;
    return { value, importId, entryCount: 1, recordedAt: windowEnd.toISOString() };
  }
  const typed = dayValue(mode, manual, otherManual);
  if (typed === null) return null;
  const { current: value, lastRecordedAt: recordedAt } = typed;
  const entryCount = mode === "REPLACE" ? 1 : typed.entryCount;
  return { value, importId: null, entryCount, recordedAt };
}

/** Why entries of a metric of a day do not count, by id; counted entries are absent. */
export function uncountedEntries(entries: MetricEntries): ReadonlyMap<string, UncountedReason> {
  const fact = metricFact(entries);
  const { mode, manual, imports } = entries;
  const counted = countedEntries(manual);
  const inForce = new Set(counted);
  const latest = counted.at(-1);
  const importsInForce = new Set(inForceOfEach(imports));
  const reasonOfManual = (entry: ValueEntry): UncountedReason | null => {
    if (entry.value === null) return "TAKEN_BACK";
    if (!inForce.has(entry)) return "SUPERSEDED";
    if (fact !== null && fact.importId !== null) return "IMPORTED";
    return mode === "REPLACE" && entry !== latest ? "SUPERSEDED" : null;
  };
  const superseded = new Set(imports.map(({ supersedesId }) => supersedesId));
  const reasonOfImport = (entry: ImportEntry): UncountedReason | null => {
    if (entry.value === null) return "TAKEN_BACK";
    if (!isVerified(entry)) return entry.userEntered ? "USER_ENTERED" : "OUTSIDE_DAY";
    if (superseded.has(entry.id)) return "SUPERSEDED";
    if (!importsInForce.has(entry)) return "OLDER_WINDOW";
    return fact?.importId === entry.id ? null : "OTHER_SOURCE";
  };
  return new Map([
    ...manual.flatMap((entry) => named(entry, reasonOfManual(entry))),
    ...imports.flatMap((entry) => named(entry, reasonOfImport(entry))),
  ]);
}

function named({ id }: { readonly id: string }, reason: UncountedReason | null) {
  return reason === null ? [] : [[id, reason] as const];
}
