import { canonicalForm } from "../../../contract/canonical-form.ts";
import type { WorkoutIntent } from "../../../contract/workouts/session-schema.ts";
import { ActionFault } from "../../outbox/action-fault.ts";
import { isSameAct } from "../../outbox/is-same-act.ts";
import type { PartContext } from "../../parts/part-context.ts";

/** Whether a call repeats a stored act on a draft. ID_TAKEN: another act has its id. */
export async function isRepeated(
  { core, scopeId }: PartContext,
  { id, draftId: objectId, intent }: CalledAct,
): Promise<"NEW" | "SAME" | "ID_TAKEN"> {
  const { kind: operationType, payload } = intent;
  const said = saidIn(operationType, payload);
  try {
    const isSame = await isSameAct(core, {
      id,
      scopeId,
      operationType,
      objectId,
      isSamePayload: (stored) => saidIn(operationType, stored.payload) === said,
    });
    return isSame ? "SAME" : "NEW";
  } catch (fault) {
    if (fault instanceof ActionFault && fault.code === "ID_TAKEN") return fault.code;
    throw fault;
  }
}

/** An act on a draft that a caller names, made from the present draft. */
export interface CalledAct {
  readonly id: string;
  readonly draftId: string;
  readonly intent: WorkoutIntent;
}

/**
 * The part of a payload that the call says. Revision, package and instants follow from the moment of the act. A submit
 * says nothing else but `confirmed`: it sends the draft of that moment.
 */
function saidIn(kind: WorkoutIntent["kind"], payload: Readonly<Record<string, unknown>>): string {
  const isSaid = ([name]: readonly [string, unknown]) =>
    kind === "workout.submit-session" ? name === "confirmed" : !OF_MOMENT.has(name);
  return canonicalForm(Object.fromEntries(Object.entries(payload).filter(isSaid)));
}

const OF_MOMENT: ReadonlySet<string> = new Set([
  "clientSessionId",
  "clientRevision",
  "taskId",
  "packageId",
  "packageChecksum",
]);
