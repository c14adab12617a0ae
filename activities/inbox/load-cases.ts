import type { SourceKind } from "../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../db/pipeline.ts";
import type { InboxRelationship } from "../../db/inbox/inbox-rows.ts";
import {
  listCompleteProfiles,
  listFallenTrends,
  listMissedDays,
  listReviews,
  listSkippedQuestionnaires,
  listSubmittedForms,
  listUnreviewedWorkouts,
} from "../../db/inbox/sources/list-sources.ts";
import { listWaitingMessages } from "../../db/inbox/sources/outside-events.ts";
import { listCountedSkips } from "../../db/quick-log/settlement.ts";
import type { DayReview } from "../../rules/inbox/settle-case.ts";
import { sourceCasesOf, type SourceCase, type OpenSkip } from "../../rules/inbox/source-cases.ts";
import { addDays } from "../../rules/local-day.ts";
import { SKIP_WINDOW_DAYS } from "../../rules/quick-log/route-skips.ts";

/**
 * Loads the present occurrences of some relationships, and which of their days were reviewed. One statement for each
 * kind, all sent in one pipeline.
 */
export async function loadCases(
  executor: QueryExecutor,
  query: SourceQuery,
  now: Date,
): Promise<LoadedCases> {
  const { relationships, kinds } = query;
  const ids = relationships.map(({ id }) => id);
  const from = firstDay(query, now);
  const whereWanted = async <Row>(
    kind: SourceKind,
    load: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> => (kinds.includes(kind) ? await load() : []);
  const isReviewed = kinds.includes("SKIP") || kinds.includes("TREND");
  const [profiles, forms, questionnaires, workouts, misses, trends, messages, skips, reviews] =
    await Promise.all([
      whereWanted("PROFILE", () => listCompleteProfiles(executor, ids, now)),
      whereWanted("FORM", () => listSubmittedForms(executor, ids, now)),
      whereWanted("QUESTIONNAIRE", () => listSkippedQuestionnaires(executor, ids)),
      whereWanted("WORKOUT", () => listUnreviewedWorkouts(executor, ids, now)),
      whereWanted("CHECK_IN", () => listMissedDays(executor, ids, now)),
      whereWanted("TREND", () => listFallenTrends(executor, ids)),
      whereWanted("MESSAGE", () => listWaitingMessages(executor, ids, query.conversationId)),
      whereWanted("SKIP", () => listSkips(executor, ids, { from, now })),
      isReviewed ? listReviews(executor, ids, from) : [],
    ]);
  const facts = { profiles, forms, questionnaires, workouts, misses, trends, messages, skips };
  const reviewsOf = Map.groupBy(reviews, (day) => day.relationshipId);
  return { cases: sourceCasesOf(facts), reviews: reviewsOf, from };
}

/** Skips of this many days are queried, unless a task or an event reaches further back. */
const SKIP_DAYS = 28;
/** No time zone is more than one date ahead of UTC; two leaves a margin. */
const AHEAD_DAYS = 2;

/** The occurrences to load. */
interface SourceQuery {
  readonly relationships: readonly InboxRelationship[];
  readonly kinds: readonly SourceKind[];
  readonly oldestDate: string | null;
  /** For messages, the only conversation to load; null for all. */
  readonly conversationId: string | null;
}

/** The present occurrences of some relationships. */
export interface LoadedCases {
  readonly cases: readonly SourceCase[];
  readonly reviews: ReadonlyMap<string, readonly DayReview[]>;
  /** The first local day from which all occurrences were loaded. */
  readonly from: string;
}

function firstDay({ relationships, oldestDate }: SourceQuery, now: Date): string {
  const usual = addDays(now.toISOString().slice(0, 10), -SKIP_DAYS);
  const dates = [usual, oldestDate, ...relationships.map((own) => own.oldestDate)];
  return dates.filter((date) => date !== null).toSorted()[0] ?? usual;
}

async function listSkips(
  executor: QueryExecutor,
  ids: readonly string[],
  { from, now }: { readonly from: string; readonly now: Date },
): Promise<readonly OpenSkip[]> {
  const last = addDays(now.toISOString().slice(0, 10), AHEAD_DAYS);
  const spans = ids.map((relationshipId) => ({ relationshipId, first: from, last }));
  return await listCountedSkips(executor, spans, {
    windowDays: SKIP_WINDOW_DAYS - 1,
    settling: [],
  });
}
