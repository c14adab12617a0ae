import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { reviewThumbnail } from "../../activities/exercises/thumbnails/review-thumbnail.ts";
import {
  candidateParamsSchema,
  reviewedThumbnailSchema,
  reviewThumbnailSchema,
  type ThumbnailMatch,
  thumbnailMatchesQuerySchema,
  thumbnailMatchesSchema,
} from "../../contract/exercises/thumbnail-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { getMatch, listCandidates, listMatches } from "../../db/exercises/thumbnails/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import type { ApiDeps } from "../api-deps.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { principalOf } from "../guard/principal-of.ts";
import { presentMatch } from "./present-match.ts";

const source = "docs/rooms/exercises.md#review";
const path = "/api/v1/admin/exercise-library/thumbnail-matches";
/** States that need a review. */
const TO_REVIEW = {
  statuses: ["NEEDS_REVIEW"],
  band: null,
  hasConflict: null,
  muscleGroup: null,
  equipment: null,
  isMissing: null,
  after: null,
  limit: 1,
} as const;

type Row = Awaited<ReturnType<typeof getMatch>>;

/** Review of exercise pictures, for administrators. */
export const thumbnailEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path,
    name: "listThumbnailMatches",
    summary: "Exercises with their pictures and candidates, best match first",
    source,
    access: "admin",
    query: thumbnailMatchesQuerySchema,
    answer: thumbnailMatchesSchema,
    refusals: ["CURSOR_INVALID"],
    handle: async ({ em, query, deps }) => {
      const { cursor, limit, ...filters } = query;
      const scope = `thumbnail-matches:${JSON.stringify(filters)}`;
      const rows = await listMatches(em, {
        statuses: filters.status ?? null,
        band: filters.scoreBand ?? null,
        hasConflict: filters.hasConflict ?? null,
        muscleGroup: filters.muscleGroup ?? null,
        equipment: filters.equipment ?? null,
        isMissing: filters.missingMapping ?? null,
        after: cursor === undefined ? null : positionOf(deps, scope, cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isLast = rows.length <= limit || last === undefined;
      return {
        items: await presentAll(em, page, deps),
        nextCursor: isLast
          ? null
          : encodeCursor(deps.keys.cursor, scope, { score: last.score, id: last.exerciseId }),
      };
    },
  }),
  act({
    method: "PATCH",
    path: `${path}/{candidateId}`,
    name: "reviewThumbnailMatch",
    summary:
      "Approve, reject or replace the picture of an exercise, or remove it; returns the next match",
    source,
    access: "admin",
    idempotency: "none",
    params: candidateParamsSchema,
    body: reviewThumbnailSchema,
    answer: reviewedThumbnailSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT"],
    handle: async ({ tx, params, body, granted, request, deps }) => {
      const { key: reviewer } = principalOf(granted, request, deps);
      const { action, expectedRevision, note = null } = body;
      const libraryItemId = body.action === "REPLACE" ? body.libraryItemId : null;
      const { requestId } = request;
      const exerciseId = await reviewThumbnail(tx, {
        ...params,
        action,
        expectedRevision,
        libraryItemId,
        note,
        reviewer,
        requestId,
      });
      const rows = [await getMatch(tx, exerciseId), ...(await listMatches(tx, TO_REVIEW))];
      const [match, next = null] = await presentAll(tx, rows, deps);
      if (match === undefined) throw new Refusal("NOT_FOUND");
      return { match, next };
    },
  }),
];

async function presentAll(
  em: SqlEntityManager,
  rows: readonly Row[],
  { publicUrl }: ApiDeps,
): Promise<ThumbnailMatch[]> {
  const candidates = await listCandidates(
    em,
    rows.map(({ exerciseId }) => exerciseId),
  );
  return rows.map((row) => {
    const own = candidates.filter(({ exerciseId }) => exerciseId === row.exerciseId);
    return presentMatch(row, own, publicUrl);
  });
}

function positionOf({ keys }: ApiDeps, scope: string, cursor: string) {
  const { score, id } = decodeCursor(keys.cursor, scope, cursor);
  if (typeof score !== "number" || typeof id !== "string") throw new Refusal("CURSOR_INVALID");
  return { score, exerciseId: id };
}
