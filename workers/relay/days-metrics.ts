import { Gauge, type Registry } from "prom-client";
import type { DaysHealth, WaitingDays } from "../../db/agenda/calendar/days-health.ts";

/** Registers the metrics of local days, and shows them. */
export function createDaysMetrics(registry: Registry): (health: DaysHealth) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `sideline_${name}`, help, registers: [registry] });
  const shown = (count: Gauge, oldest: Gauge) => (days: WaitingDays) => {
    count.set(days.count);
    oldest.set(days.oldestSeconds);
  };
  const showUnopened = shown(
    gauge("days_unopened_waiting", "Local days that have begun and were not opened"),
    gauge("days_unopened_oldest_seconds", "Since the oldest of them began"),
  );
  const showUnclosed = shown(
    gauge("days_unclosed_waiting", "Local days that were due to close and did not"),
    gauge("days_unclosed_oldest_seconds", "Since the oldest of them was due to close"),
  );
  const showHeld = shown(
    gauge("days_held_waiting", "Local days that were due to close and are held back"),
    gauge("days_held_oldest_seconds", "Since the oldest of them was due to close"),
  );
  const looked = gauge("days_last_look_seconds", "Since somebody last looked which days are due");
  return ({ unopened, unclosed, held, lookAgeSeconds }) => {
    showUnopened(unopened);
    showUnclosed(unclosed);
    showHeld(held);
    // Nobody ever looked: later than any bound of an alert.
    looked.set(lookAgeSeconds ?? Number.POSITIVE_INFINITY);
  };
}
