import type { CompleteAll, CompleteItem } from "../../contract/quick-log/schema.ts";
import type { CompletionSource } from "../../contract/agenda/vocabulary.ts";
import type { AgendaTaskItem } from "../agenda/agenda-task.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import { changeTask } from "./change-task.ts";
import { refuseFor } from "./judge-task.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "./quick-log-state.ts";

/** Completes a task that has no items. */
export function completeTask(state: TaskState, action: QuickLogAction): QuickLogOutcome {
  if (state.items.length > 0) return refusedFor(state, "ACTION_NOT_OFFERED");
  return changeTask(state, action, { status: "COMPLETED" });
}

/** Ticks one item. */
export function completeItem(
  state: TaskState,
  action: QuickLogAction,
  payload: CompleteItem,
): QuickLogOutcome {
  const item = state.items.find(({ id }) => id === payload.itemId);
  if (item === undefined) return refusedFor(state, "ITEM_UNKNOWN");
  if (item.status !== "PENDING") return refusedFor(state, "ITEM_CLOSED");
  return changeTask(state, action, { items: [completed(item, "EXPLICIT_TAP", action.now)] });
}

/** Ticks every item that is pending and may be completed in bulk; the others stay as they are. */
export function completeAll(
  state: TaskState,
  action: QuickLogAction,
  payload: CompleteAll,
): QuickLogOutcome {
  if (!payload.confirmed && asksToConfirm(state)) return refusedFor(state, "CONFIRMATION_REQUIRED");
  if (!takesValues(state, payload)) return refusedFor(state, "PAYLOAD_INVALID");
  const eligible = state.items.filter(
    ({ status, bulkEligible }) => status === "PENDING" && bulkEligible,
  );
  if (eligible.length === 0) return refusedFor(state, "NOTHING_TO_COMPLETE");
  return changeTask(state, action, {
    items: eligible.map((item) => completed(item, "BULK_ACTION", action.now)),
  });
}

function completed(item: AgendaTaskItem, source: CompletionSource, now: Date): AgendaTaskItem {
  return { ...item, status: "COMPLETED", completionSource: source, completedAt: now };
}

function asksToConfirm(state: TaskState): boolean {
  return state.task.actionSchema.actions.some(
    ({ kind, requiresConfirmation }) => kind === "COMPLETE_ALL_ITEMS" && requiresConfirmation,
  );
}

/** Values may be sent only for items that ask for them: none is ever taken and then lost. */
function takesValues(state: TaskState, payload: CompleteAll): boolean {
  return Object.entries(payload.values ?? {}).every(([itemId, values]) => {
    const inputs = state.items.find(({ id }) => id === itemId)?.inputSchema ?? [];
    return Object.keys(values).every((key) => inputs.some((input) => input.key === key));
  });
}

function refusedFor(state: TaskState, code: VerdictCode): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, "STALE") };
}
