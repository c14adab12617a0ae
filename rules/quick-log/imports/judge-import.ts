import { daysBetween } from "../../../contract/days-between.ts";
import type { ImportValue } from "../../../contract/quick-log/import-schema.ts";
import { IMPORT_DAYS, IMPORTABLE_METRICS } from "../../../contract/quick-log/import-vocabulary.ts";
import { CLOCK_BOUNDS } from "../../../contract/sync/clock-vocabulary.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../../local-day.ts";
import { judgeNumber } from "../judge-value.ts";

/** What an import is judged by beside itself. */
export interface ImportScope {
  readonly now: Date;
  /** The newest local day that was opened. */
  readonly newestDate: string;
  /** Of the client, now. */
  readonly timezone: string;
  /** Of the day that it sums up, which the client may have left since. */
  readonly dayZone: string;
}

/** Why an import is none (docs/rules.md#quick-log-imports), or null; never for the state of a task. */
export function judgeImport(payload: ImportValue, scope: ImportScope): VerdictCode | null {
  const metric = IMPORTABLE_METRICS[payload.metricKind];
  if (metric === undefined) return "METRIC_NOT_IMPORTABLE";
  if (payload.unit !== metric.unit) return "METRIC_MISMATCH";
  if (!isWithinReach(payload.localDate, scope)) return "IMPORT_DAY_OUT_OF_RANGE";
  if (!isOfOneDay(payload, scope)) return "IMPORT_WINDOW_INVALID";
  if (payload.value !== null) return judgeNumber(metric, payload.value);
  // Measured on another day it would stand before all that is measured on this one.
  return isWithinDay(payload, scope.dayZone) ? null : "IMPORT_WINDOW_INVALID";
}

/** A day is open to imports from its midnight on, whether or not it was opened yet. */
function isWithinReach(localDate: string, { now, newestDate, timezone }: ImportScope): boolean {
  const byClock = localDateOf(now, timezone);
  const present = byClock > newestDate ? byClock : newestDate;
  return localDate <= present && daysBetween(localDate, present) <= IMPORT_DAYS;
}

/** No longer than its day, which the clocks may make longer or shorter, and not measured yet to come. */
function isOfOneDay(payload: ImportValue, { now, dayZone }: ImportScope): boolean {
  const [start, end] = windowOf(payload);
  const day = dayWindow(payload.localDate, dayZone);
  const tolerated = now.getTime() + CLOCK_BOUNDS.futureToleranceSeconds * 1_000;
  return end - start <= day.end - day.start && end <= tolerated;
}

/** Whether an import was measured within its local day: otherwise it is kept, and does not count. */
export function isWithinDay(payload: ImportValue, dayZone: string): boolean {
  const [start, end] = windowOf(payload);
  const day = dayWindow(payload.localDate, dayZone);
  return start >= day.start && end <= day.end;
}

function windowOf({ windowStart, windowEnd }: ImportValue): readonly [number, number] {
  return [Date.parse(windowStart), Date.parse(windowEnd)];
}

function dayWindow(localDate: string, dayZone: string) {
  return {
    start: startOfLocalDay(localDate, dayZone).getTime(),
    end: startOfLocalDay(dayAfter(localDate), dayZone).getTime(),
  };
}
