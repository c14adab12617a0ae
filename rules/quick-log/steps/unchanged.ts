import type { PastOperation, QuickLogOutcome, TaskState } from "../types.ts";

/** Accepted without changing task or revision, so that no later operation becomes stale. */
export function unchanged(state: TaskState, undoes: PastOperation | null = null): QuickLogOutcome {
  const { status } = state.task;
  const effects = { taskFrom: status, taskTo: status, items: [], valueEntryId: null };
  const change = { next: state, changedItems: [], newValue: null, undoes, effects };
  return { kind: "CHANGE", change };
}
