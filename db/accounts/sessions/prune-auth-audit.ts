import { AUTH_AUDIT_DAYS } from "../../../contract/accounts/session-vocabulary.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { idMadeBefore } from "../../platform/id-made-before.ts";
import { secondsAgo } from "../../platform/statements/sql-parts.ts";

const bound = secondsAgo(AUTH_AUDIT_DAYS * 24 * 60 * 60);

/**
 * Deletes auth audit entries older than 30 days, oldest first. Ids grow with time, so no index on the time is needed;
 * one day of leeway covers clocks that differ.
 *
 * @returns how many were deleted.
 */
export const pruneAuthAudit = deleteOldest("authAuditEvent", ["id"], (old) =>
  old
    .where("old.id", "<", idMadeBefore(AUTH_AUDIT_DAYS - 1))
    .where("createdAt", "<", bound)
    .orderBy("old.id"),
);

/** Deletes provider logouts received more than 30 days ago; tokens of that time have long expired. */
export const pruneProviderLogouts = deleteOldest("providerLogout", ["issuer", "jti"], (old) =>
  old.where("receivedAt", "<", bound).orderBy("receivedAt"),
);
