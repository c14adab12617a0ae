import { IDEMPOTENCY_KEY_DAYS } from "../../../contract/privacy/vocabulary.ts";
import { secondsAgo } from "../statements/sql-parts.ts";
import { deleteOldest } from "./delete-oldest.ts";

/**
 * Deletes Idempotency-Keys older than 400 days, oldest first.
 *
 * @returns how many were deleted.
 */
export const pruneIdempotencyKeys = deleteOldest(
  "idempotencyKey",
  ["caller", "method", "route", "key"],
  (old) =>
    old.where("createdAt", "<", secondsAgo(IDEMPOTENCY_KEY_DAYS * 86_400)).orderBy("createdAt"),
);
