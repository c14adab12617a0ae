import { canonicalForm } from "../../contract/canonical-form.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { countSets } from "../../contract/workouts/count-sets.ts";
import { ActionFault } from "./action-fault.ts";
import type { Action } from "./types.ts";

/**
 * Refuses an action that would make a whole batch fail (docs/rooms/sync.md#limits). Any other action is queued, because
 * only the server judges it.
 *
 * @throws ActionFault
 */
export function judgeAction(action: Action, clientOperationId: string): void {
  const named = [
    ...(action.dependsOn ?? []),
    ...(action.resubmitOf === undefined ? [] : [action.resubmitOf]),
  ];
  if (!isOperationId(clientOperationId) || !named.every(isOperationId))
    throw new ActionFault("ID_INVALID");
  if (named.includes(clientOperationId)) throw new ActionFault("ID_INVALID");
  if (!OPERATION_TYPE.test(action.operationType) || action.operationType.length > 100)
    throw new ActionFault("TYPE_INVALID");
  if ((action.dependsOn?.length ?? 0) > BATCH_LIMITS.dependencies)
    throw new ActionFault("TOO_MANY_DEPENDENCIES");
  const { expectedRevision: revision = 0 } = action;
  if (!Number.isInteger(revision) || revision < 0 || revision > MOST_REVISION)
    throw new ActionFault("REVISION_INVALID");
  if (countSets(action.payload) > BATCH_LIMITS.setsPerPayload)
    throw new ActionFault("TOO_MANY_SETS");
  if (utf8Length(jsonOf(action.payload)) > BATCH_LIMITS.payloadBytes)
    throw new ActionFault("TOO_LARGE");
}

/** Visible ASCII, as in the server's schema of an operation id. */
const OPERATION_ID = /^[\x21-\x7e]+$/;
const OPERATION_TYPE = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;
const MOST_REVISION = 2_147_483_647;

function isOperationId(id: string): boolean {
  return OPERATION_ID.test(id) && id.length <= BATCH_LIMITS.clientOperationIdLength;
}

/** A payload with a lone surrogate, NaN, an infinite number or a cycle has no JSON form. */
function jsonOf(payload: unknown): string {
  try {
    return canonicalForm(payload);
  } catch {
    throw new ActionFault("NOT_JSON");
  }
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
