import type { ChangesFound } from "../../db/inbox/changes/queries.ts";
import type { InboxCounts } from "../../db/inbox/queries.ts";

/** Counts inboxes for consoles. */
export interface CoalescedCounts {
  /** The counts of an inbox as they are once the changes were found; they may have more recent ones too. */
  after(workspaceId: string, found: ChangesFound): Promise<readonly InboxCounts[]>;
}

/** Opens the counts of a process: consoles that are told the same at a time have it counted once for all of them. */
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
