import type { ChangesFound } from "../../db/inbox/changes/queries.ts";
import type { InboxCounts } from "../../db/inbox/counts/queries.ts";

/** Counts inboxes for consoles. */
export interface CoalescedCounts {
  /** The counts of an inbox after the found changes; they may include newer ones. */
  after(workspaceId: string, found: ChangesFound): Promise<readonly InboxCounts[]>;
}

/** Opens the counts of a process: consoles with the same news at the same time share one count. */
export function openCoalescedCounts(
  count: (workspaceId: string) => Promise<readonly InboxCounts[]>,
): CoalescedCounts {
  const underWay = new Map<string, Promise<readonly InboxCounts[]>>();
  return {
    after(workspaceId, { seq, epoch, tasks }) {
      const key = JSON.stringify([workspaceId, seq, epoch, tasks]);
      const shared = underWay.get(key) ?? count(workspaceId).finally(() => underWay.delete(key));
      underWay.set(key, shared);
      return shared;
    },
  };
}
