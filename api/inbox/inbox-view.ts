import {
  DEFAULT_INBOX_PREFERENCES,
  type InboxPreferences,
  type InboxQuery,
} from "../../contract/inbox/schema.ts";
import { ACTIVE_STATUSES, type CoachTaskStatus } from "../../contract/inbox/vocabulary.ts";
import type { InboxPage } from "../../db/inbox/queries.ts";
import type { InboxReader } from "../../db/inbox/views/queries.ts";

/**
 * Selection that a list shows to a member. A request that names no filter, no sort and no snoozed tasks follows their
 * preferences (docs/rooms/inbox.md#preferences).
 */
export function viewOf(
  query: InboxQuery,
  reader: Pick<InboxReader, "preferences" | "readThrough">,
): InboxView {
  const { limit: _, cursor: __, grouped, defaults, unread, ...named } = query;
  if ([defaults, unread, ...Object.values(named)].some((one) => one !== undefined)) {
    const { status, includeSnoozed, sort = "PRIORITY", ...filters } = named;
    const statuses = withSnoozed(status ?? ACTIVE_STATUSES, includeSnoozed === true);
    const unreadSince = unread === undefined ? null : reader.readThrough;
    const page = {
      ...filters,
      sort,
      statuses,
      grouped,
      ...(unreadSince !== null && { unreadSince }),
    };
    return { page, preferences: null };
  }
  const preferences = reader.preferences ?? DEFAULT_INBOX_PREFERENCES;
  const { statusFilter, typeFilter, sort, showSnoozed } = preferences;
  const statuses = statusFilter.length > 0 ? statusFilter : ACTIVE_STATUSES;
  const taskType = typeFilter.length > 0 ? typeFilter : undefined;
  const page = { sort, taskType, statuses: withSnoozed(statuses, showSnoozed), grouped };
  return { page, preferences };
}

/** The filters and the order of a list. */
export interface InboxView {
  readonly page: Omit<InboxPage, "limit" | "workspaceId" | "after" | "reader">;
  /** The preferences that it follows; null if the request sets them aside. */
  readonly preferences: InboxPreferences | null;
}

function withSnoozed(
  statuses: readonly CoachTaskStatus[],
  includesSnoozed: boolean,
): readonly CoachTaskStatus[] {
  return includesSnoozed ? [...statuses, "SNOOZED"] : statuses;
}
