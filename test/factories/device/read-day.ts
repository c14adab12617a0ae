/** A day as the server answers it. */
export function dayWith(tasks: readonly object[], changes: object = {}): object {
  return {
    localDate: "2026-01-05",
    timezone: "Europe/Zurich",
    agendaChecksum: "checksum",
    adherenceSummary: { adherencePercent: null },
    informationalCards: [],
    focusPin: null,
    ...changes,
    tasks,
  };
}

/** A habit as the server answers it. */
export function taskOf(revision: number, status: string, changes: object = {}): object {
  return {
    taskId: "task",
    localDate: "2026-01-05",
    timezone: "Europe/Zurich",
    taskKind: "HABIT",
    status,
    revision,
    items: [],
    completionSummary: { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null },
    snapshot: { planId: null, title: "Habit", instructions: null, metric: null },
    actionSchema: { actions: [] },
    source: { context: "PLANS", type: "PLAN", id: "plan", revision: 1 },
    startsAt: null,
    dueAt: null,
    snoozedUntil: null,
    snoozeCount: 0,
    changedAt: "2026-01-05T08:00:00.000Z",
    completedAt: null,
    ...changes,
  };
}
