import { Gauge, type Registry } from "prom-client";
import { HOLD_REASONS } from "../../contract/agenda/closing-vocabulary.ts";
import { WITHHELD_KINDS } from "../../contract/agenda/withheld/vocabulary.ts";
import type { DaysHealth, WaitingDays } from "../../db/agenda/calendar/days-health.ts";

/** Registers the metrics of local days, and returns their setter. */
export function createDaysMetrics(registry: Registry): (health: DaysHealth) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `sideline_${name}`, help, registers: [registry] });
  const shown = (count: Gauge, oldest: Gauge) => (days: WaitingDays) => {
    count.set(days.count);
    oldest.set(days.oldestSeconds);
  };
  const showUnopened = shown(
    gauge("days_unopened_waiting", "Local days that have begun but are not open"),
    gauge("days_unopened_oldest_seconds", "Age of the oldest of them since it began"),
  );
  const showUnclosed = shown(
    gauge("days_unclosed_waiting", "Local days that are overdue to close"),
    gauge("days_unclosed_oldest_seconds", "Time since the oldest of them was due to close"),
  );
  const byReason = (name: string, help: string) =>
    new Gauge({ name: `sideline_${name}`, help, labelNames: ["reason"], registers: [registry] });
  const onHoldCount = byReason(
    "days_held_waiting",
    "Overdue local days whose close is deferred, by reason",
  );
  const onHoldOldest = byReason(
    "days_held_oldest_seconds",
    "Time since the oldest of them was due to close, by reason",
  );
  const byKind = (name: string, help: string) =>
    new Gauge({ name: `sideline_${name}`, help, labelNames: ["kind"], registers: [registry] });
  const withheldCount = byKind(
    "withheld_occurrences_waiting",
    "Failed occurrences withheld from open days, and days that could not be opened at all",
  );
  const withheldOldest = byKind(
    "withheld_oldest_seconds",
    "Time since the first failure of the oldest of them",
  );
  const lastScan = gauge("days_last_look_seconds", "Time since the last scan for due days");
  return ({ unopened, unclosed, onHold, withheld, scanAgeSeconds }) => {
    showUnopened(unopened);
    showUnclosed(unclosed);
    for (const reason of HOLD_REASONS) {
      onHoldCount.set({ reason }, onHold[reason].count);
      onHoldOldest.set({ reason }, onHold[reason].oldestSeconds);
    }
    for (const kind of WITHHELD_KINDS) {
      withheldCount.set({ kind }, withheld[kind].count);
      withheldOldest.set({ kind }, withheld[kind].oldestSeconds);
    }
    // Never scanned: later than any bound of an alert.
    lastScan.set(scanAgeSeconds ?? Number.POSITIVE_INFINITY);
  };
}
