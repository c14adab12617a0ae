import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A search as a coach types it, and the names of the collection that answer it. */
export interface CoachQuery {
  readonly kind: string;
  readonly query: string;
  readonly accepted: readonly string[];
}

/**
 * Searches in the language of training logs, programme sheets and gyms, over the names of free-exercise-db. They were
 * labelled by hand. Rules may be tuned on one half only; the hash of a query decides its half.
 */
export const coachQueries: readonly CoachQuery[] = readFileSync(
  new URL("coach-queries.tsv", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([kind = "", query = "", accepted = ""]) => ({
    kind,
    query,
    accepted: accepted.split("; "),
  }));

/** The half of a query. */
export function halfOf({ query }: CoachQuery): "tune" | "judge" {
  const [first = 0] = createHash("sha256").update(query).digest();
  return first % 2 === 0 ? "tune" : "judge";
}
