import type { Core } from "../../core.ts";
import { type RepeatedAct, withPayload } from "../../outbox/is-same-act.ts";
import type { InboxAct } from "../act-types.ts";
import { submitDraft } from "../drafts/review-draft-rows.ts";
import type { InboxContext } from "../inbox-context.ts";
import { findPlace } from "../rows/find-place.ts";
import type { QueuedAct } from "../types.ts";
import { findQueued } from "./find-queued.ts";
import { operationOf } from "./planned-act.ts";

/**
 * Queues an act in the scope of the row's client. A draft of this act ends in the same transaction. A repeated
 * `callId` is the same act, even if the row has left the device meanwhile.
 *
 * @throws Error if this device does not have the row.
 */
export async function queueAct(context: InboxContext, act: InboxAct): Promise<QueuedAct> {
  const { core } = context;
  const known =
    act.callId === undefined ? null : await findQueued(core, repeated(core, act, act.callId));
  if (known !== null) return known;
  const place = await findPlace(core, act.taskId);
  if (place === null) throw new Error("The device does not have this row of the inbox");
  const { scopeId, revision } = place;
  const { clientOperationId } = await context.enqueue(
    scopeId,
    operationOf(act, revision),
    async (scope) => await submitDraft(core, scope, act),
  );
  return { clientOperationId, scopeId };
}

/** The act as an earlier call would have queued it. */
function repeated(core: Core, act: InboxAct, id: string): RepeatedAct {
  const { operationType, payload } = operationOf(act, null);
  return { id, operationType, objectId: act.taskId, isSamePayload: withPayload(core, payload) };
}
