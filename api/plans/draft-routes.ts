import { z } from "zod";
import { publishPlan } from "../../activities/plans/publish-plan.ts";
import { savePlanDraft } from "../../activities/plans/save-plan-draft.ts";
import { planSchema, publishPlanSchema, savePlanDraftSchema } from "../../contract/plans/schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { presentPlan } from "./present.ts";

const planPath = "/api/v1/workspaces/{workspaceId}/plans/{planId}";
const source = "docs/rooms/plans.md#drafts-and-revisions";
const planParams = z.strictObject({ workspaceId: idSchema, planId: idSchema });

const saveDraft = act({
  method: "PUT",
  path: `${planPath}/draft`,
  name: "replacePlanDraft",
  summary: "Replace the draft of a plan; published revisions stay",
  source,
  access: "workspace-coach",
  params: planParams,
  body: savePlanDraftSchema,
  bodyLimit: PLAN_LIMITS.contentBytes,
  answer: planSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params, body }) => {
    const { workspaceId } = granted.workspace;
    return presentPlan(await savePlanDraft(tx, { workspaceId, planId: params.planId, ...body }));
  },
});

const publish = act({
  method: "POST",
  path: `${planPath}/publish`,
  name: "publishPlan",
  summary:
    "Publish the draft as the next revision; clients who follow the plan get it step by step",
  source,
  access: "workspace-coach",
  params: planParams,
  body: publishPlanSchema,
  answer: planSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params, body, request }) =>
    presentPlan(
      await publishPlan(tx, {
        workspaceId: granted.workspace.workspaceId,
        planId: params.planId,
        expectedDraftRevision: body.expectedDraftRevision,
        publishedByUserId: granted.caller.userId,
        requestId: request.requestId,
      }),
    ),
});

/** Routes that write and publish a plan's draft. */
export const planDraftEndpoints: readonly Endpoint[] = [saveDraft, publish];
