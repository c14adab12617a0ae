import { EXPIRED_VALIDATION_HOURS } from "../../contract/privacy/vocabulary.ts";
import { deleteOldest } from "../platform/pruning/delete-oldest.ts";
import { secondsAgo } from "../platform/statements/sql-parts.ts";

/**
 * Deletes validations of invitations that ended more than a day ago, oldest first. A registration that used one is
 * found by invitation and sign-in.
 *
 * @returns how many were deleted.
 */
export const pruneValidations = deleteOldest("invitationValidation", ["id"], (old) =>
  old.where("expiresAt", "<", secondsAgo(EXPIRED_VALIDATION_HOURS * 60 * 60)).orderBy("expiresAt"),
);
