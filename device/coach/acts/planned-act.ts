import {
  DISMISS_REASONS,
  RESOLUTION_TYPES,
  SNOOZE_PRESETS,
} from "../../../contract/inbox/vocabulary.ts";
import { type JsonObject, numberAt, textAt, textsAt } from "../../json.ts";
import type { Action } from "../../outbox/types.ts";
import type { InboxAct, InboxActName } from "../act-types.ts";
import type { PlannedAct } from "./predict-act.ts";

/** The act of a stored operation; null if this version does not know it. */
export function plannedAct(operationType: string, payload: JsonObject): PlannedAct | null {
  const act = actNames.get(operationType);
  const note = textAt(payload, "note");
  switch (act) {
    case undefined:
      return null;
    case "RESOLVE": {
      const resolutionType = RESOLUTION_TYPES.find((one) => one === payload["resolutionType"]);
      return resolutionType === undefined ? null : { act, resolutionType, note };
    }
    case "REVIEW": {
      const isPart = Array.isArray(payload["submissionIds"]);
      return { act, note, ...(isPart && { submissionIds: textsAt(payload, "submissionIds") }) };
    }
    case "DISMISS": {
      const dismissReason = DISMISS_REASONS.find((one) => one === payload["dismissReason"]);
      if (dismissReason === undefined) return null;
      const duplicateOf = textAt(payload, "duplicateOf");
      const untilOccurrences = numberAt(payload, "untilOccurrences");
      return { act, dismissReason, note, duplicateOf, untilOccurrences };
    }
    case "SNOOZE": {
      const snoozePreset = SNOOZE_PRESETS.find((one) => one === payload["snoozePreset"]);
      return snoozePreset === undefined ? null : { act, snoozePreset };
    }
    default:
      return { act };
  }
}

/**
 * The operation of an act.
 *
 * @param shownRevision the revision of the row on this device, unless the act names the one that the coach saw.
 */
export function operationOf(
  { act, callId, expectedRevision, resubmitOf, ...payload }: InboxAct,
  shownRevision: number | null,
): Action {
  const revision = expectedRevision ?? shownRevision;
  return {
    operationType: operationTypeOf(act),
    payload,
    ...(callId !== undefined && { clientOperationId: callId }),
    ...(revision !== null && { expectedRevision: revision }),
    ...(resubmitOf !== undefined && { resubmitOf }),
  };
}

const ACT_NAMES: readonly InboxActName[] = [
  "START",
  "RESOLVE",
  "REVIEW",
  "DISMISS",
  "SNOOZE",
  "UNSNOOZE",
  "UNDO",
  "PIN",
  "UNPIN",
];

function operationTypeOf(act: InboxActName): string {
  return `inbox.${act.toLowerCase()}`;
}

const actNames = new Map(ACT_NAMES.map((act) => [operationTypeOf(act), act]));
