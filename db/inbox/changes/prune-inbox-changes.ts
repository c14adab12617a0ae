import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import { onceAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";

const HOUR_SECONDS = 3_600;

/** Deletes changes older than any cursor can be, oldest first. @returns how many changes. */
export const pruneInboxChanges = deleteOldest("coachTaskChange", ["id"], (old) =>
  old
    .where("changedAt", "<", onceAgo(INBOX_LIMITS.changeHours * HOUR_SECONDS))
    .orderBy("changedAt"),
);
