import { z } from "zod";
import { pinTask, unpinTask } from "../../activities/agenda/focus-pin/pin-task.ts";
import {
  pinnedDaySchema,
  pinTaskSchema,
  unpinQuerySchema,
} from "../../contract/agenda/notice-schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { aboutRelationship } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";

const path = "/api/v1/coach/relationships/{relationshipId}/focus-pin";
const source = "docs/rooms/agenda.md#focus-pin";
const params = z.strictObject({ relationshipId: idSchema });

const pin = act({
  method: "PUT",
  path,
  name: "pinTask",
  summary: "Pin one task of a local day, with a note",
  source,
  access: "relationship-coach",
  params,
  body: pinTaskSchema,
  answer: pinnedDaySchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT", "RELATIONSHIP_INACTIVE"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, params: { relationshipId }, body, granted, request: { requestId } }) => {
    const { workspaceId } = granted.relationship;
    const { localDate, agendaTaskId: taskId, note } = body;
    const origin = { workspaceId, byUserId: granted.caller.userId, requestId };
    const pinned = await pinTask(tx, { ...origin, ...body, relationshipId });
    const { pinId, revision } = pinned;
    const pinnedAt = pinned.pinnedAt.toISOString();
    return { relationshipId, localDate, focusPin: { pinId, revision, taskId, note, pinnedAt } };
  },
});

const unpin = act({
  method: "DELETE",
  path,
  name: "unpinTask",
  summary: "Remove the pin of a local day",
  source,
  access: "relationship-coach",
  params,
  query: unpinQuerySchema,
  answer: pinnedDaySchema,
  refusals: ["NOT_FOUND", "RELATIONSHIP_INACTIVE"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, params: { relationshipId }, query, granted, request: { requestId } }) => {
    const { workspaceId } = granted.relationship;
    const { localDate } = query;
    const byUserId = granted.caller.userId;
    await unpinTask(tx, { workspaceId, relationshipId, localDate, byUserId, requestId });
    return { relationshipId, localDate, focusPin: null };
  },
});

/** Routes by which coaches pin tasks on their clients' days. */
export const pinEndpoints: readonly Endpoint[] = [pin, unpin];
