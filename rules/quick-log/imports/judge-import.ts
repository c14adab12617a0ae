import { daysBetween } from "../../../contract/days-between.ts";
import type { ImportValue } from "../../../contract/quick-log/import-schema.ts";
import {
  IMPORT_DAYS,
  IMPORTABLE_METRICS,
  type ImportableMetric,
} from "../../../contract/quick-log/import-vocabulary.ts";
import { CLOCK_BOUNDS } from "../../../contract/sync/clock-vocabulary.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../../local-day.ts";
import { judgeNumber } from "../judge-value.ts";
import type { ValueFault } from "../steps/value-fault.ts";

/** Why an import is refused (docs/rooms/quick-log.md#imports), or null; never because of a task's state. */
export function judgeImport(payload: ImportValue, scope: ImportScope): ValueFault | null {
  const metric = IMPORTABLE_METRICS[payload.metricKind];
  if (metric === undefined) return { code: "METRIC_NOT_IMPORTABLE", pointer: "/metricKind" };
  if (payload.unit !== metric.unit) return { code: "METRIC_MISMATCH", pointer: "/unit" };
  if (!isWithinReach(payload.localDate, scope))
    return { code: "IMPORT_DAY_OUT_OF_RANGE", pointer: "/localDate" };
  if (!isOfOneDay(payload, scope)) return BAD_WINDOW;
  if (payload.value !== null) return judgeAmount(metric, payload.value);
  // A value measured on another day would win over everything measured on this one.
  return isWithinDay(payload, scope.dayZone) ? null : BAD_WINDOW;
}

/** The context for judging an import. */
export interface ImportScope {
  readonly now: Date;
  /** The newest opened local day. */
  readonly newestDate: string;
  /** The client's present zone. */
  readonly timezone: string;
  /** Zone of the day that it summarizes; the client may have left it since. */
  readonly dayZone: string;
}

const BAD_WINDOW = { code: "IMPORT_WINDOW_INVALID", pointer: "/windowEnd" } as const;

function judgeAmount(metric: ImportableMetric, value: number): ValueFault | null {
  const code = judgeNumber(metric, value);
  if (code === null) return null;
  const { min, max, unit } = metric;
  const pointer = "/value";
  return code === "VALUE_OUT_OF_RANGE"
    ? { code, pointer, range: { min, max, unit } }
    : { code, pointer };
}

/** A day accepts imports from its midnight on, whether or not it was opened yet. */
function isWithinReach(localDate: string, { now, newestDate, timezone }: ImportScope): boolean {
  const byClock = localDateOf(now, timezone);
  const present = byClock > newestDate ? byClock : newestDate;
  return localDate <= present && daysBetween(localDate, present) <= IMPORT_DAYS;
}

/** Not longer than its day, including clock changes, and not measured in the future. */
function isOfOneDay(payload: ImportValue, { now, dayZone }: ImportScope): boolean {
  const [start, end] = windowOf(payload);
  const day = dayWindow(payload.localDate, dayZone);
  const tolerated = now.getTime() + CLOCK_BOUNDS.futureToleranceSeconds * 1_000;
  return end - start <= day.end - day.start && end <= tolerated;
}

/** Whether an import was measured within its local day; otherwise it is stored but does not count. */
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
