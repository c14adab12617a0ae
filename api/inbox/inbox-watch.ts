import type { InboxState } from "../../db/inbox/changes/queries.ts";
import {
  openPolledWatch,
  type PolledWatch,
  type PolledWatchOptions,
} from "./console/polled-watch.ts";

/** Waits for changes of inboxes. */
export type InboxWatch = PolledWatch<InboxState>;

/** Opens the watch of inboxes: they have changed if their counter or their epoch has. */
export function openInboxWatch(
  options: Omit<PolledWatchOptions<InboxState, InboxState>, "hasMoved">,
): InboxWatch {
  return openPolledWatch({ ...options, hasMoved: isOtherInbox });
}

/** Whether the present inbox differs from one that was seen; an inbox without changes has no state. */
export function isOtherInbox(seen: InboxState, present: InboxState | undefined): boolean {
  return (present?.seq ?? 0) !== seen.seq || (present?.epoch ?? "") !== seen.epoch;
}
