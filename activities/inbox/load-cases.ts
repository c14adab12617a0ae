import { SOURCE_KINDS, type SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import type { InboxRelationship } from "../../db/inbox/inbox-rows.ts";
import { listDayReviews } from "../../db/inbox/sources/list-day-reviews.ts";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import { isWokenBy } from "../../rules/inbox/is-woken-by.ts";
import type { DayReview } from "../../rules/inbox/settle-case.ts";
import type { SourceCase } from "../../rules/inbox/source-case.ts";
import { addDays } from "../../rules/local-day.ts";
import { CASE_LOADERS } from "./case-loaders.ts";

/**
 * Loads the present cases of some relationships, and which of their days were reviewed. One statement for each
 * source, all sent in one pipeline.
 */
export async function loadCases(
  executor: QueryExecutor,
  wanted: WantedCases,
  now: Date,
): Promise<LoadedCases> {
  const { relationships, conversationId } = wanted;
  const relationshipIds = relationships.map(({ id }) => id);
  const from = firstDay(wanted, now);
  const query = { relationshipIds, now, from, conversationId };
  const kinds = SOURCE_KINDS.filter((kind) => wanted.kinds.includes(kind));
  const [cases, reviews] = await Promise.all([
    Promise.all(kinds.map((kind) => CASE_LOADERS[kind](executor, query))),
    kinds.some((kind) => isWokenBy(kind, "DayReviewed")) ? listDayReviews(executor, query) : [],
  ]);
  const reviewsOf = Map.groupBy(reviews, (day) => day.relationshipId);
  return { cases: cases.flat(), reviews: reviewsOf, from };
}

/** Occurrences of this many days are queried, unless a task or an event reaches further back. */
const USUAL_DAYS = 28;

/** The cases to load. */
interface WantedCases {
  readonly relationships: readonly InboxRelationship[];
  readonly kinds: readonly SourceKind[];
  /** The oldest local day that an event named; null for none. */
  readonly oldestDate: string | null;
  /** For messages, the only conversation to load; null for all. */
  readonly conversationId: string | null;
}

/** The present cases of some relationships. */
export interface LoadedCases {
  readonly cases: readonly SourceCase[];
  readonly reviews: ReadonlyMap<string, readonly DayReview[]>;
  /** The first local day from which all occurrences were loaded. */
  readonly from: string;
}

function firstDay({ relationships, oldestDate }: WantedCases, now: Date): string {
  const usual = addDays(now.toISOString().slice(0, 10), -USUAL_DAYS);
  const dates = [usual, oldestDate, ...relationships.map((own) => own.oldestDate)];
  return dates.filter((date) => date !== null).toSorted()[0] ?? usual;
}
