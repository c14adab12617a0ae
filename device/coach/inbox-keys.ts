/** Prefix of the keys in `cache_metadata` under which the inbox of a workspace is known as a whole. */
export const INBOX = "inbox/";

/**
 * Key in `cache_metadata` of the ids of the coach's workspaces. It is the prefix alone, so that an order for all scopes
 * deletes it with all inboxes.
 */
export const WORKSPACES = "inbox/";
