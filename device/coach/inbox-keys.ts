/** Prefix of the keys in `cache_metadata` under which the inbox of a workspace is known as a whole. */
export const INBOX = "inbox/";

/** Key in `cache_metadata` of the ids of the coach's workspaces. An order for all scopes deletes it with all inboxes. */
export const WORKSPACES = INBOX;
