import type { PastOperation, QuickLogOutcome, TaskState } from "../quick-log-state.ts";

/** Accepted, and changes neither task nor revision: nobody's next operation is stale for it. */
export function unchanged(state: TaskState, undoes: PastOperation | null = null): QuickLogOutcome {
  const { status } = state.task;
  const effects = { taskFrom: status, taskTo: status, items: [], valueEntryId: null };
  const change = { next: state, changedItems: [], newValue: null, undoes, effects };
  return { kind: "CHANGE", change };
}
