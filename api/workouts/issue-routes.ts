import { relationshipParamsSchema } from "../../contract/sync/schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import {
  workoutIssueSchema,
  workoutIssuesQuerySchema,
} from "../../contract/workouts/issue-schema.ts";
import { listIssues } from "../../db/workouts/issues/queries.ts";
import { read, type Endpoint } from "../endpoint.ts";
import { dateAfter, datePage } from "./date-page.ts";
import { presentIssue } from "./present-issue.ts";

const list = read({
  method: "GET",
  path: "/api/v1/coach/relationships/{relationshipId}/workout-sync-issues",
  name: "listWorkoutSyncIssues",
  summary: "Read the sessions of a client that were not accepted, or accepted with a label",
  source: "docs/rooms/workouts.md#issues",
  access: "relationship-coach",
  params: relationshipParamsSchema,
  query: workoutIssuesQuerySchema,
  answer: pageSchema(workoutIssueSchema),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
  async handle({ em, params: { relationshipId }, query, deps }) {
    const { from = null, to = null, status = null, kind = null, limit, cursor } = query;
    const filter = { relationshipId, from, to, status, kind };
    const pages = { deps, scope: `workout-issues:${JSON.stringify(filter)}` };
    const at = dateAfter(pages, cursor);
    const after = at && { localDate: at.localDate, issueId: at.id };
    const found = await listIssues(em, { ...filter, after, limit: limit + 1 });
    const { items, nextCursor } = datePage(pages, found, { limit, idOf: ({ issueId }) => issueId });
    return { items: items.map(presentIssue), nextCursor };
  },
});

/** Routes by which coaches read refused workout operations. */
export const issueEndpoints: readonly Endpoint[] = [list];
