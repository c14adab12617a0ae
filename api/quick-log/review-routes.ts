import { reviewDay } from "../../activities/quick-log/review-day.ts";
import {
  relationshipDayParamsSchema,
  reviewDaySchema,
  reviewedDaySchema,
} from "../../contract/quick-log/review-schema.ts";
import { aboutRelationship } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";

const review = act({
  method: "POST",
  path: "/api/v1/coach/relationships/{relationshipId}/days/{localDate}/review",
  name: "reviewDay",
  summary: "Mark a local day as reviewed; operations logged for it so far can no longer be undone",
  source: "docs/rooms/quick-log.md#review",
  access: "relationship-coach",
  params: relationshipDayParamsSchema,
  body: reviewDaySchema,
  answer: reviewedDaySchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT", "RELATIONSHIP_INACTIVE"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({
    tx,
    params: { relationshipId, localDate },
    body: { agendaVersion, seenAt },
    granted,
    request: { requestId },
  }) => {
    const { workspaceId } = granted.relationship;
    const byUserId = granted.caller.userId;
    const seen = { version: agendaVersion, at: new Date(seenAt) };
    const day = { workspaceId, relationshipId, localDate, seen };
    const reviewed = await reviewDay(tx, { ...day, byUserId, requestId });
    const { reviewedAt, lastReviewedAt, undoClosed } = reviewed;
    return { relationshipId, localDate, reviewedAt, lastReviewedAt, undoClosed };
  },
});

/** Coaches' actions on their clients' days. */
export const reviewEndpoints: readonly Endpoint[] = [review];
