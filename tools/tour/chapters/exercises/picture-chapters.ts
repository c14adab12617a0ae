import {
  licenceSourceSchema,
  type LicenceSourceView,
  licenceSourcesSchema,
} from "../../../../contract/exercises/licence-schema.ts";
import type { LicenceVerdict } from "../../../../contract/exercises/image-vocabulary.ts";
import {
  reviewedThumbnailSchema,
  type ThumbnailMatch,
  thumbnailMatchesSchema,
} from "../../../../contract/exercises/thumbnail-schema.ts";
import { administratorEnters } from "../../administrator.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import { runSchedule } from "../../run-schedule.ts";
import type { Person, Stage } from "../../stage.ts";
import type { Coach } from "../coach-chapters.ts";
import { type ExerciseSearch, searchRequest } from "./exercise-library.ts";

const MATCHED_WITHIN_MS = 60_000;
/** Time within which withdrawn pictures have to disappear everywhere. */
const GONE_WITHIN_MS = 5_000;

/** Only the disappearance is promised within a time. Pictures come back while a matching may be running. */
const BACK_WITHIN_MS = 60_000;
const CLEARED = 10;

const matchesPath = "/api/v1/admin/exercise-library/thumbnail-matches";
const sourcesPath = "/api/v1/admin/exercise-library/licence-sources";

/** Names are matched with pictures. A person decides the matches that no rule may decide, one after the other. */
export async function reviewerClearsTen(stage: Stage): Promise<void> {
  stage.page.chapter("A reviewer decides ten pictures that no rule may decide");
  const reviewer = await administratorEnters(stage);
  const request = {
    method: "GET",
    path: `${matchesPath}?status=NEEDS_REVIEW,UNMATCHED&missingMapping=true&limit=${CLEARED}`,
    token: reviewer.token,
    answer: thumbnailMatchesSchema,
  } as const;
  const { data } = await runSchedule(stage, "thumbnail-matching", {
    what: "matches that need a person",
    ask: () => askApi(stage.api, request),
    isWanted: (answer) =>
      answer.data.items.filter(({ candidateId }) => candidateId !== null).length === CLEARED,
    limitMs: MATCHED_WITHIN_MS,
  });
  stage.page.sent(requestLine(request));
  stage.page.came(`200 ${data.items.length} exercises, best match first`);
  const decided: string[][] = [];
  for (const match of data.items) decided.push(await review(stage, reviewer, match));
  stage.page.table(["exercise", "picture", "score", "against it", "decided"], decided);
  stage.page.verified("ten are decided, each with its reason; each answer had the next one");
}

/** Accepts the best picture unless it has a conflict. */
async function review(
  { api }: Stage,
  { token }: Person,
  { candidateId, candidates, name, revision }: ThumbnailMatch,
): Promise<string[]> {
  const candidate = expectPresent(
    "its candidate",
    candidates.find((one) => one.candidateId === candidateId),
  );
  const action = candidate.conflicts.length === 0 ? "APPROVE" : "REJECT";
  const { data } = await askApi(api, {
    method: "PATCH",
    path: `${matchesPath}/${candidate.candidateId}`,
    token,
    body: { action, expectedRevision: revision },
    answer: reviewedThumbnailSchema,
  });
  expectEqual("the revision of the decision", data.match.revision, revision + 1);
  const against = candidate.conflicts.join(", ");
  return [name, candidate.name, candidate.score.toFixed(2), against, data.match.status];
}

/** The pictures of a source may no longer be shown: they disappear immediately, and search works without them. */
export async function licenceIsWithdrawn(stage: Stage, coach: Coach): Promise<void> {
  stage.page.chapter("A licence is withdrawn, and search works without the pictures");
  const operator = await administratorEnters(stage);
  const shown = await searchPages(stage, coach, ({ pictures }) => pictures > 0);
  const source = await mostShownSource(stage, operator);
  const withdrawn = await decide(stage, operator, { source, verdict: "WITHDRAWN" });
  try {
    const left = await searchPages(
      stage,
      coach,
      ({ pictures }) => pictures < shown.pictures,
      GONE_WITHIN_MS,
    );
    expectEqual("the search results", left.exercises, shown.exercises);
  } finally {
    await decide(stage, operator, { source: withdrawn, verdict: "SHOWN" });
  }
  // Matching may still be running, so there may be more pictures by now.
  const again = await searchPages(stage, coach, ({ pictures }) => pictures >= shown.pictures);
  expectEqual("the later search results", again.exercises, shown.exercises);
  stage.page.verified(
    "its pictures disappeared within five seconds; the search results stayed the same",
  );
}

async function mostShownSource(stage: Stage, { token }: Person): Promise<LicenceSourceView> {
  const { data } = await callApi(
    stage,
    { method: "GET", path: sourcesPath, token, answer: licenceSourcesSchema },
    ({ items }) =>
      items.map(({ name, licence, verdict }) => `${name}, ${licence}: ${verdict}`).join("; "),
  );
  const shown = data.items.filter(({ verdict }) => verdict === "SHOWN");
  const [first] = shown.toSorted((one, other) => other.imageCount - one.imageCount);
  return expectPresent("a source that is shown", first);
}

async function decide(
  stage: Stage,
  { token }: Person,
  { source, verdict }: { readonly source: LicenceSourceView; readonly verdict: LicenceVerdict },
): Promise<LicenceSourceView> {
  const { key: sourceKey, revision: expectedRevision } = source;
  const body = { sourceKey, verdict, reason: "Shown in the tour", expectedRevision };
  const { data } = await callApi(
    stage,
    { method: "PATCH", path: sourcesPath, token, body, answer: licenceSourceSchema },
    (decided) => `${decided.name}: ${decided.verdict}`,
  );
  return data;
}

/** Result of a search. */
interface Found {
  readonly exercises: number;
  readonly pictures: number;
}

/** Searches for squats until the result is as wanted. */
async function searchPages(
  { api, page }: Stage,
  coach: Coach,
  isWanted: (found: Found) => boolean,
  limitMs = BACK_WITHIN_MS,
): Promise<Found> {
  const request = searchRequest(coach, { q: "squat", limit: "50" });
  page.sent(requestLine(request));
  const found = await eventually("the pictures of a search", {
    ask: async () => countsOf((await askApi(api, request)).data),
    isWanted,
    limitMs,
  });
  page.came(`200 ${found.exercises} exercises, ${found.pictures} of them with a picture`);
  return found;
}

const countsOf = ({ items }: ExerciseSearch): Found => ({
  exercises: items.length,
  pictures: items.filter(({ thumbnailAssetUrl }) => thumbnailAssetUrl !== null).length,
});
