/** Key in `cache_metadata` of a decided sign-out that is not complete. */
export const SIGN_OUT = "sign_out";

/** Key in `cache_metadata` of a pending registration, whose answer would name the copied installation. */
export const REGISTRATION_ATTEMPT = "registration";

/** Key in `cache_metadata` of the record that the platform deleted the former database. */
export const EVICTED = "evicted";

/** Key in `cache_metadata` of the last order that the device carried out, until the person dismisses it. */
export const LAST_PURGE = "last_purge";

/** Ends the record of one order. That of a later order stays. */
export const FORGET_LAST_PURGE = `delete from cache_metadata
  where key = '${LAST_PURGE}' and json_extract(value, '$.orderId') = ?`;

/** Name of the installation id in the vault. */
export const INSTALLATION = "installation";

/** Name of the refresh token in the vault. */
export const REFRESH_TOKEN = "refresh-token";

/** Prefix of the keys in `cache_metadata` under which the inbox of a workspace is known as a whole. */
export const INBOX = "inbox/";

/**
 * Key in `cache_metadata` of the ids of the coach's workspaces. It is the prefix alone, so that an order for all scopes
 * deletes it with all inboxes.
 */
export const WORKSPACES = "inbox/";
