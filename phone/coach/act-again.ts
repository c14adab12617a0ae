import type { InboxAct } from "../../device/coach/act-types.ts";
import type { InboxRow, RefusedAct } from "../../device/coach/types.ts";
import { type Decision, decidedAct } from "./decisions.ts";
import { SNOOZE_PRESETS } from "../../contract/inbox/vocabulary.ts";

/** Repeats a refused act on the current row. Null if its receipt does not allow that, or if the act cannot be read. */
export function actAgain(
  { taskId, accepted }: InboxRow,
  { allowedResolutions, payload, operationType, clientOperationId }: RefusedAct,
): InboxAct | null {
  if (!allowedResolutions.includes("RESUBMIT") || payload === null) return null;
  const act = actOf(operationType, taskId, payload);
  return act === null
    ? null
    : { ...act, expectedRevision: accepted.revision, resubmitOf: clientOperationId };
}

function actOf(
  operationType: string,
  taskId: string,
  payload: Readonly<Record<string, unknown>>,
): InboxAct | null {
  const name = operationType.replace("inbox.", "").toUpperCase();
  const touched = TOUCHES.find((one) => one === name);
  if (touched !== undefined) return { act: touched, taskId };
  if (name === "SNOOZE") {
    const preset = SNOOZE_PRESETS.find((one) => one === payload["snoozePreset"]);
    return preset === undefined ? null : { act: "SNOOZE", taskId, snoozePreset: preset };
  }
  const decision = DECISIONS.find((one) => one === name);
  const choice = payload["resolutionType"] ?? payload["dismissReason"];
  return decision === undefined
    ? null
    : decidedAct(decision, taskId, { choice: textOf(choice), note: textOf(payload["note"]) });
}

const TOUCHES = ["START", "UNSNOOZE", "UNDO", "PIN", "UNPIN"] as const;
const DECISIONS: readonly Decision[] = ["REVIEW", "RESOLVE", "DISMISS"];

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
