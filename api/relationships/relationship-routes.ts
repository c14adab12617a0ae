import { z } from "zod";
import {
  listRelationshipsQuerySchema,
  relationshipPageSchema,
  endedRelationshipSchema,
  handClientOverSchema,
  relationshipCoachSchema,
  relationshipDetailSchema,
  relationshipStateSchema,
} from "../../contract/relationships/schema.ts";
import { idSchema, reasonBodySchema } from "../../contract/wire.ts";
import { aboutNobodyElse, aboutRelationship } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import {
  presentRelationship,
  presentRelationshipDetail,
  presentRelationshipState,
} from "./present-relationship.ts";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../activities/relationships/move-relationship.ts";
import { handClientOver } from "../../activities/relationships/hand-client-over.ts";
import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { getRelationshipDetail, listRelationships } from "../../db/relationships/queries.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";
import { reasonOf, requireReason } from "../http/reason-of.ts";

const relationshipPath = "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}";
const source = "docs/rooms/relationships.md#lifecycle";
const params = z.strictObject({ workspaceId: idSchema, relationshipId: idSchema });

const relationships = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/relationships",
  name: "listRelationships",
  summary: "Clients of the workspace, newest first",
  source: "docs/rooms/workspaces.md#members",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema }),
  query: listRelationshipsQuerySchema,
  answer: relationshipPageSchema,
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const { status = null } = query;
    const list = { deps, scope: `relationships:${workspaceId}:${status ?? ""}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listRelationships(em, { workspaceId, status, ...page }),
    );
    return { items: rows.map(presentRelationship), nextCursor };
  },
});

const relationship = read({
  method: "GET",
  path: relationshipPath,
  name: "readRelationship",
  summary: "One client of the workspace: state and history of the relationship, and the baseline",
  source,
  access: "workspace-coach",
  params,
  answer: relationshipDetailSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params: { relationshipId } }) => {
    const { workspaceId } = granted.workspace;
    return presentRelationshipDetail(
      await getRelationshipDetail(em, { workspaceId, relationshipId }),
    );
  },
});

/** A coach's act on a relationship; only resuming needs no reason. */
function coachsMove(move: RelationshipAct, name: string, summary: string): Endpoint {
  return act({
    method: "POST",
    path: `${relationshipPath}/${move.toLowerCase().replaceAll("_", "-")}`,
    name,
    summary,
    source,
    access: "workspace-coach",
    params,
    body: reasonBodySchema,
    answer: relationshipStateSchema,
    refusals: [
      "NOT_FOUND",
      "RELATIONSHIP_INACTIVE",
      ...(move === "END" ? [] : (["STATE_CONFLICT"] as const)),
      ...(move === "RESUME" ? [] : (["REASON_REQUIRED"] as const)),
    ],
    idempotency: "key",
    about: aboutRelationship,
    handle: async ({ tx, granted, params: { relationshipId }, body, request, deps }) => {
      const moved = await moveRelationship(
        tx,
        {
          act: move,
          workspaceId: granted.workspace.workspaceId,
          relationshipId,
          byUserId: granted.caller.userId,
          reason: move === "RESUME" ? reasonOf(body) : requireReason(body),
          requestId: request.requestId,
        },
        deps.hooks.relationships,
      );
      return presentRelationshipState(moved);
    },
  });
}

const handOver = act({
  method: "PUT",
  path: `${relationshipPath}/coach`,
  name: "handClientOver",
  summary: "Reassign a client to another coach of the workspace, who also gets their tasks",
  source: "docs/rooms/workspaces.md#members",
  access: "workspace-coach",
  params,
  body: handClientOverSchema,
  answer: relationshipCoachSchema,
  refusals: ["NOT_FOUND", "RELATIONSHIP_INACTIVE"],
  idempotency: "none",
  handle: async ({ tx, granted, params: { relationshipId }, body, request, deps }) => {
    const { coachUserId, updatedAt } = await handClientOver(
      tx,
      {
        workspaceId: granted.workspace.workspaceId,
        relationshipId,
        coachUserId: body.coachUserId,
        byUserId: granted.caller.userId,
        requestId: request.requestId,
      },
      deps.hooks.relationships,
    );
    return { relationshipId, coachUserId, updatedAt: updatedAt.toISOString() };
  },
});

const endByClient = act({
  method: "POST",
  path: "/api/v1/client/relationship/end",
  name: "leaveCoach",
  summary: "Leave the coach; a reason is optional",
  source,
  access: "client",
  body: reasonBodySchema,
  answer: endedRelationshipSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, body, request, deps }) => {
    const ended = await endOwnRelationship(
      tx,
      {
        clientUserId: granted.caller.userId,
        reason: reasonOf(body),
        requestId: request.requestId,
      },
      deps.hooks.relationships,
    );
    return { ...presentRelationshipState(ended), nextRoute: nextRoute(ended.status, null) };
  },
});

/** Routes of a workspace's clients, and of the lifecycle of a relationship. */
export const relationshipEndpoints: readonly Endpoint[] = [
  relationships,
  relationship,
  coachsMove(
    "PAUSE",
    "pauseRelationship",
    "Pause the relationship: nothing is due, nothing is accepted, reading stays possible",
  ),
  coachsMove("RESUME", "resumeRelationship", "Resume a relationship after a pause"),
  coachsMove(
    "END",
    "endRelationship",
    "End the relationship for good; its history stays with the workspace",
  ),
  coachsMove("WAIVE_BASELINE", "waiveBaseline", "Waive the baseline: the client becomes active"),
  handOver,
  endByClient,
];
