import type { QueuedOperation } from "../../../outbox/types.ts";
import type { ScopePartName } from "../../../parts/types.ts";
import type { Scope } from "../../../types.ts";
import type { RemoteCaller } from "./remote-caller.ts";
import { remoteParts } from "./remote-part.ts";
import type { RemoteWatchers } from "./remote-watchers.ts";

/** A scope as a page uses it. The page chooses the ids of its actions, so that a call may be sent again. */
export function remoteScope(
  scopeId: string,
  caller: RemoteCaller,
  { watchers, uuid }: { readonly watchers: RemoteWatchers; readonly uuid: () => string },
): Scope {
  const operationOf = (clientOperationId: string): QueuedOperation => ({
    clientOperationId,
    state: () => caller.call("operationState", scopeId, clientOperationId),
    verdict: () => caller.call("verdict", scopeId, clientOperationId),
  });
  return {
    scopeId,
    async enqueue(action) {
      const clientOperationId = action.clientOperationId ?? uuid();
      await caller.call("enqueue", scopeId, { ...action, clientOperationId });
      return operationOf(clientOperationId);
    },
    preview: (action) => caller.call("preview", scopeId, action),
    today: () => caller.call("today", scopeId),
    operations: () => caller.call("operations", scopeId),
    async operation(id) {
      return (await caller.call("hasOperation", scopeId, id)) ? operationOf(id) : null;
    },
    part: remoteParts<ScopePartName>(
      async (name, call) => await caller.call("scopePart", scopeId, name, call),
      uuid,
    ),
    refresh: () => caller.call("refresh", scopeId),
    watch: (listener) => watchers.watchScope(scopeId, listener),
  };
}
