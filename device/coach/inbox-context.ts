import type { Core } from "../core.ts";
import type { Alongside } from "../outbox/enqueue.ts";
import type { Action, QueuedOperation } from "../outbox/types.ts";
import type { Session } from "../session/types.ts";

/** The dependencies of the inbox. */
export interface InboxContext {
  readonly core: Core;
  readonly session: Session;
  /**
   * Queues an action in the scope of a client, with rows of the inbox in the same transaction.
   *
   * @throws if the scope is locked away by a purge or a sign-out.
   */
  readonly enqueue: (
    scopeId: string,
    action: Action,
    alongside?: Alongside,
  ) => Promise<QueuedOperation>;
}
