import { NOTIFICATION_DAYS } from "../../contract/notifications/vocabulary.ts";
import { deleteOldest } from "../platform/pruning/delete-oldest.ts";
import { idMadeBefore } from "../platform/id-made-before.ts";
import { secondsAgo } from "../platform/statements/sql-parts.ts";

const DAY_SECONDS = 86_400;

/**
 * Deletes decisions older than 90 days with their deliveries, oldest first. Ids grow with time, so no index on the
 * time is needed; one day of leeway covers clocks that differ.
 *
 * @returns how many decisions were deleted.
 */
export const pruneNotifications = deleteOldest("notification", ["id"], (old) =>
  old
    .where("old.id", "<", idMadeBefore(NOTIFICATION_DAYS - 1))
    .where("decidedAt", "<", secondsAgo(NOTIFICATION_DAYS * DAY_SECONDS))
    .orderBy("old.id"),
);

/** Deletes push tokens that were retired more than 90 days ago. @returns how many. */
export const prunePushTokens = deleteOldest("pushToken", ["id"], (old) =>
  old
    .where("status", "=", "RETIRED")
    .where("retiredAt", "<", secondsAgo(NOTIFICATION_DAYS * DAY_SECONDS))
    .orderBy("retiredAt"),
);
