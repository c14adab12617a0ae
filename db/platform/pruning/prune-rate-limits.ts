import { sql } from "kysely";
import { evaluatedOnce, clockMillis, combined } from "../statements/sql-parts.ts";
import { deleteOldest } from "./delete-oldest.ts";

const HOUR_MS = 3_600_000;
const anHourAgo = evaluatedOnce(combined<number>(clockMillis, "-", sql.lit(HOUR_MS)));

/**
 * Deletes counters whose window closed more than an hour ago: the clocks of the counting processes differ by less.
 *
 * @returns how many were deleted.
 */
export const pruneRateLimits = deleteOldest("rateLimit", ["key"], (old) =>
  old.where("expire", "<", anHourAgo).orderBy("expire"),
);
