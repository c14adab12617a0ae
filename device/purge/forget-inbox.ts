import { INBOX } from "../store/names.ts";
import type { Statement } from "../ports/sql.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";

/**
 * Deletes what a coach's device knows about inboxes as a whole. If one relationship ends, the counts stay, and the next
 * read brings the whole list.
 */
export function forgetInbox({
  scope: { kind, workspaceId, relationshipId },
}: ObeyedOrder): Statement {
  return kind === "RELATIONSHIP"
    ? {
        sql: `update cache_metadata set value = json_remove(value, '$.cursor')
          where key = (select '${INBOX}' || workspace_id from cache_scope where scope_id = ?)`,
        params: [relationshipId],
      }
    : {
        sql: `delete from cache_metadata where key glob ?`,
        params: [`${INBOX}${workspaceId ?? "*"}`],
      };
}
