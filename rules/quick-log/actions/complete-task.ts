import type { QuickLogPayloads } from "../../../contract/quick-log/payload-schema.ts";
import type { InputValues } from "../../../contract/agenda/schema.ts";
import type { CompletionSource } from "../../../contract/agenda/vocabulary.ts";
import type { WorkingItem } from "../../agenda/agenda-task.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { changeTask } from "../change-task.ts";
import { refuseFor } from "../judge-task.ts";
import { judgeGiven, judgeInputs, lacksInput } from "../steps/judge-inputs.ts";
import { refuseValue, type ValueFault } from "../steps/value-fault.ts";
import { itemField, wholeTask } from "../revision/written-fields.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "../types.ts";
import { takeBackStatus } from "./take-back.ts";
import type { ActionRules } from "./types.ts";

/** Completes a task without items. */
export const completeTask: ActionRules<"COMPLETE_TASK"> = {
  decide: (state, action) => {
    if (state.items.length > 0) return refusedFor(state, "ACTION_NOT_OFFERED");
    return changeTask(state, action, { status: "COMPLETED" });
  },
  undo: takeBackStatus,
  writeSet: wholeTask,
};

/** Completes one item, with the values it requires. */
export const completeItem: ActionRules<"COMPLETE_ITEM"> = {
  decide: (state, action, { itemId, values }) => {
    const item = state.items.find(({ id }) => id === itemId);
    if (item === undefined) return refusedFor(state, "ITEM_UNKNOWN");
    if (item.status !== "PENDING") return refusedFor(state, "ITEM_CLOSED");
    const fault = judgeInputs(item.inputSchema, values);
    if (fault !== null) return { kind: "REFUSED", refused: refuseValue(state, action, fault) };
    const ticked = { source: "EXPLICIT_TAP", now: action.now } as const;
    return changeTask(state, action, { items: [completed(item, values, ticked)] });
  },
  undo: takeBackStatus,
  writeSet: (_state, { itemId }) => [itemField(itemId)],
};

/** Completes every pending item that is bulk-eligible and lacks no value; the others stay unchanged. */
export const completeAllItems: ActionRules<"COMPLETE_ALL_ITEMS"> = {
  decide: decideAllItems,
  undo: takeBackStatus,
  writeSet: wholeTask,
  suits: ({ items }) => items.some(isEligible),
};

function decideAllItems(
  state: TaskState,
  action: QuickLogAction,
  payload: CompleteAll,
): QuickLogOutcome {
  if (!payload.confirmed && asksToConfirm(state)) return refusedFor(state, "CONFIRMATION_REQUIRED");
  const fault = judgeValues(state, payload);
  if (fault !== null) return { kind: "REFUSED", refused: refuseValue(state, action, fault) };
  const eligible = state.items.filter(isEligible);
  const whole = eligible.filter(
    ({ id, inputSchema }) => !lacksInput(inputSchema, payload.values?.[id]),
  );
  if (whole.length === 0)
    return refusedFor(state, eligible.length > 0 ? "INPUT_REQUIRED" : "NOTHING_TO_COMPLETE");
  const ticked = { source: "BULK_ACTION", now: action.now } as const;
  return changeTask(state, action, {
    items: whole.map((item) => completed(item, payload.values?.[item.id], ticked)),
  });
}

type CompleteAll = QuickLogPayloads["COMPLETE_ALL_ITEMS"];

function isEligible({ status, bulkEligible }: Pick<WorkingItem, "status" | "bulkEligible">) {
  return status === "PENDING" && bulkEligible;
}

function completed(
  item: WorkingItem,
  values: InputValues | undefined,
  { source, now }: { readonly source: CompletionSource; readonly now: Date },
): WorkingItem {
  const inputValues = values === undefined || Object.keys(values).length === 0 ? null : values;
  return { ...item, status: "COMPLETED", inputValues, completionSource: source, completedAt: now };
}

function asksToConfirm(state: TaskState): boolean {
  return state.task.actionSchema.actions.some(
    ({ kind, requiresConfirmation }) => kind === "COMPLETE_ALL_ITEMS" && requiresConfirmation,
  );
}

/** Values are only allowed for items that require them; the values of an unchanged item are returned with it. */
function judgeValues(state: TaskState, payload: CompleteAll): ValueFault | null {
  for (const [itemId, values] of Object.entries(payload.values ?? {})) {
    const item = state.items.find(({ id }) => id === itemId);
    if (item === undefined)
      return { code: "PAYLOAD_INVALID", pointer: "/values", fault: "UNKNOWN_FIELD" };
    const fault = judgeGiven(item.inputSchema, values, `/values/${itemId}`);
    if (fault !== null) return fault;
  }
  return null;
}

function refusedFor(state: TaskState, code: VerdictCode): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, "STALE") };
}
