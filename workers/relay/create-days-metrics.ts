import { Gauge, type Registry } from "prom-client";
import { HOLD_REASONS } from "../../contract/agenda/closing-vocabulary.ts";
import { WITHHELD_KINDS } from "../../contract/agenda/withheld/vocabulary.ts";
import type { DaysHealth, WaitingDays } from "../../db/agenda/calendar/days-health.ts";

/** Registers the metrics of local days, and returns their setter. */
export function createDaysMetrics(registry: Registry): (health: DaysHealth) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const shown = (count: Gauge, oldest: Gauge) => (days: WaitingDays) => {
    count.set(days.count);
    oldest.set(days.oldestSeconds);
  };
  const showUnopened = shown(
    gauge("sideline_days_unopened", "Local days that have begun but are not open."),
    gauge("sideline_days_unopened_oldest_age_seconds", "Time since the oldest unopened day began."),
  );
  const showUnclosed = shown(
    gauge("sideline_days_unclosed", "Local days that are overdue to close."),
    gauge(
      "sideline_days_unclosed_oldest_age_seconds",
      "Time since the oldest unclosed day was due to close.",
    ),
  );
  const showNotFinal = shown(
    gauge("sideline_days_not_final", "Local days whose undo has ended and that are not final."),
    gauge(
      "sideline_days_not_final_oldest_age_seconds",
      "Time since the undo of the oldest day that is not final ended.",
    ),
  );
  const byReason = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["reason"], registers: [registry] });
  const onHoldCount = byReason(
    "sideline_days_on_hold",
    "Overdue local days whose close is deferred, by reason.",
  );
  const onHoldOldest = byReason(
    "sideline_days_on_hold_oldest_age_seconds",
    "Time since the oldest deferred day was due to close, by reason.",
  );
  const byKind = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["kind"], registers: [registry] });
  const withheldCount = byKind(
    "sideline_withheld_occurrences",
    "Failed occurrences withheld from open days, and days that could not be opened.",
  );
  const withheldOldest = byKind(
    "sideline_withheld_occurrences_oldest_age_seconds",
    "Time since the first failure of the oldest withheld occurrence or day.",
  );
  const lastScan = gauge(
    "sideline_days_last_scan_age_seconds",
    "Real time since the last scan for due days; +Inf if there was none.",
  );
  return ({ unopened, unclosed, notFinal, onHold, withheld, scanAgeSeconds }) => {
    showUnopened(unopened);
    showUnclosed(unclosed);
    showNotFinal(notFinal);
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
