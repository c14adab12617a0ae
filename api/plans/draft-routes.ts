import { z } from "zod";
import { savePlanDraft } from "../../activities/plans/save-plan-draft.ts";
import { planSchema, savePlanDraftSchema } from "../../contract/plans/schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { showPlan } from "./show-plan.ts";

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
    return showPlan(tx, await savePlanDraft(tx, { workspaceId, planId: params.planId, ...body }));
  },
});

/** The route that writes a plan's draft. */
export const planDraftEndpoints: readonly Endpoint[] = [saveDraft];
