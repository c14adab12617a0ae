import { Gauge, type Registry } from "prom-client";
import { COACH_TASK_TYPES } from "../../contract/inbox/source-vocabulary.ts";
import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import type { InboxHealth } from "../../db/inbox/inbox-health.ts";

/** Registers the metrics of the coach inbox, and returns their setter. */
export function createInboxMetrics(registry: Registry): (health: InboxHealth) => void {
  const tasks = new Gauge({
    name: "sideline_inbox_tasks",
    help: "Unresolved tasks of the inbox, by status and type.",
    labelNames: ["status", "type"],
    registers: [registry],
  });
  const overdue = new Gauge({
    name: "sideline_inbox_snoozes_overdue",
    help: "Tasks that are still snoozed two minutes after the end of their snooze.",
    registers: [registry],
  });
  const untouched = new Gauge({
    name: "sideline_inbox_urgent_untouched_age_seconds",
    help: "Time since the oldest urgent task that nobody opened became urgent.",
    registers: [registry],
  });
  return ({ tasks: counted, overdueSnoozeCount, urgentUntouchedSeconds }) => {
    for (const status of UNRESOLVED_STATUSES)
      for (const type of COACH_TASK_TYPES) tasks.set({ status, type }, 0);
    for (const { status, taskType: type, count } of counted) tasks.set({ status, type }, count);
    overdue.set(overdueSnoozeCount);
    untouched.set(urgentUntouchedSeconds);
  };
}
