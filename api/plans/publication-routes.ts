import { z } from "zod";
import { followPlan } from "../../activities/plans/assignments/follow-plan.ts";
import { previewPublication } from "../../activities/plans/publication/preview-publication.ts";
import { publishPlan } from "../../activities/plans/publish-plan.ts";
import {
  planClientPageSchema,
  publishPreviewSchema,
} from "../../contract/plans/publication-schema.ts";
import { PUBLICATION_LIMITS } from "../../contract/plans/publication-vocabulary.ts";
import {
  planAssignmentSchema,
  planSchema,
  publishPlanSchema,
} from "../../contract/plans/schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listPlanClients } from "../../db/plans/publication/queries.ts";
import { getPlan } from "../../db/plans/queries.ts";
import { aboutNobodyElse, aboutRelationship } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { actingOf, assignmentParams, assignmentsPath } from "./assignment-paths.ts";
import { presentPlanClient, presentPreview } from "./present-publication.ts";
import { presentAssignment } from "./present.ts";
import { showPlan } from "./show-plan.ts";

const planPath = "/api/v1/workspaces/{workspaceId}/plans/{planId}";
const planParams = z.strictObject({ workspaceId: idSchema, planId: idSchema });

/** A preview's version is as long as the list of the clients who have the plan. */
const PUBLISH_BYTES = 2 * PUBLICATION_LIMITS.versionLength;

const preview = read({
  method: "POST",
  path: `${planPath}/publish-preview`,
  name: "previewPublication",
  summary: "What publishing the draft would change, and for whom; nothing is stored",
  source: "docs/rooms/plans.md#preview",
  access: "workspace-coach",
  params: planParams,
  answer: publishPreviewSchema,
  refusals: ["STATE_CONFLICT"],
  handle: async ({ em, granted, params }) => {
    const { workspaceId } = granted.workspace;
    return presentPreview(await previewPublication(em, { workspaceId, planId: params.planId }));
  },
});

const publish = act({
  method: "POST",
  path: `${planPath}/publish`,
  name: "publishPlan",
  summary:
    "Publish the draft as the next revision; clients who follow the plan get it step by step",
  source: "docs/rooms/plans.md#drafts-and-revisions",
  access: "workspace-coach",
  params: planParams,
  body: publishPlanSchema,
  bodyLimit: PUBLISH_BYTES,
  answer: planSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params, body, request }) => {
    const { previewVersion, exceptRelationshipIds, expectedDraftRevision } = body;
    const seen = previewVersion === undefined ? null : { previewVersion, exceptRelationshipIds };
    const published = await publishPlan(tx, {
      workspaceId: granted.workspace.workspaceId,
      planId: params.planId,
      expectedDraftRevision,
      seen,
      publishedByUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    return await showPlan(tx, published);
  },
});

const readClients = read({
  method: "GET",
  path: `${planPath}/assignments`,
  name: "listPlanClients",
  summary: "Clients with a running or paused assignment of a plan, the newest first",
  source: "docs/rooms/plans.md#exceptions",
  access: "workspace-coach",
  params: planParams,
  query: pageQuerySchema,
  answer: planClientPageSchema,
  handle: async ({ em, granted, params, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const { plan } = await getPlan(em, { workspaceId, planId: params.planId });
    const list = { deps, scope: `plan-clients:${plan.id}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listPlanClients(em, plan.id, page),
    );
    return { items: rows.map(presentPlanClient), nextCursor };
  },
});

const follow = act({
  method: "POST",
  path: `${assignmentsPath}/{assignmentId}/follow`,
  name: "followPlan",
  summary: "Let an assignment follow its plan again, with the newest revision from today on",
  source: "docs/rooms/plans.md#exceptions",
  access: "workspace-coach",
  params: assignmentParams,
  answer: planAssignmentSchema,
  refusals: ["RELATIONSHIP_INACTIVE", "STATE_CONFLICT"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, ...request }) => presentAssignment(await followPlan(tx, actingOf(request))),
});

/** Routes that publish a plan, for all followers or without some, and let these follow again. */
export const publicationEndpoints: readonly Endpoint[] = [preview, publish, readClients, follow];
