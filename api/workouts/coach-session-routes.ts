import { reviewSession } from "../../activities/workouts/review-session.ts";
import { Refusal } from "../../contract/refusal.ts";
import { relationshipParamsSchema } from "../../contract/sync/schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import {
  coachSessionDetailSchema,
  coachSessionParamsSchema,
  coachSessionSchema,
  coachSessionsQuerySchema,
  reviewedSessionSchema,
} from "../../contract/workouts/coach-schema.ts";
import { findCoachSession, listCoachSessions } from "../../db/workouts/sessions/queries.ts";
import { aboutRelationship } from "../about.ts";
import { act, read, type Endpoint } from "../endpoint.ts";
import { datePage, dateAfter } from "./date-page.ts";
import { presentSession } from "./present-session.ts";

const SESSIONS = "/api/v1/coach/relationships/{relationshipId}/workout-sessions";

const listSessions = read({
  method: "GET",
  path: SESSIONS,
  name: "listWorkoutSessions",
  summary: "Read the sessions of a client, newest day first",
  source: "docs/rooms/workouts.md#review",
  access: "relationship-coach",
  fromStandby: true,
  params: relationshipParamsSchema,
  query: coachSessionsQuerySchema,
  answer: pageSchema(coachSessionSchema),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
  async handle({ em, params: { relationshipId }, query, deps }) {
    const { from = null, to = null, status = null, limit, cursor } = query;
    const filter = { relationshipId, from, to, status };
    const list = { deps, scope: `workout-sessions:${JSON.stringify(filter)}` };
    const at = dateAfter(list, cursor);
    const after = at && { localDate: at.localDate, sessionId: at.id };
    const found = await listCoachSessions(em, { ...filter, after, limit: limit + 1 });
    return datePage(list, found, { limit, idOf: ({ sessionId }) => sessionId });
  },
});

const readSession = read({
  method: "GET",
  path: `${SESSIONS}/{sessionId}`,
  name: "readWorkoutSession",
  summary: "Read a session with the prescription and the records of its exercises",
  source: "docs/rooms/workouts.md#review",
  access: "relationship-coach",
  params: coachSessionParamsSchema,
  answer: coachSessionDetailSchema,
  refusals: ["NOT_FOUND"],
  async handle({ em, params }) {
    const found = await findCoachSession(em, params);
    if (found === null) throw new Refusal("NOT_FOUND");
    return presentSession(found);
  },
});

const review = act({
  method: "POST",
  path: `${SESSIONS}/{sessionId}/review`,
  name: "reviewWorkoutSession",
  summary: "Mark a submitted session as reviewed; a later correction is shown",
  source: "docs/rooms/workouts.md#review",
  access: "relationship-coach",
  params: coachSessionParamsSchema,
  answer: reviewedSessionSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT", "RELATIONSHIP_INACTIVE"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, params, granted, request: { requestId } }) => {
    const { workspaceId } = granted.relationship;
    return await reviewSession(tx, {
      ...params,
      workspaceId,
      byUserId: granted.caller.userId,
      requestId,
    });
  },
});

/** Routes by which coaches read and review their clients' sessions. */
export const coachSessionEndpoints: readonly Endpoint[] = [listSessions, readSession, review];
