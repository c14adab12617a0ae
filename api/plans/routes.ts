import { z } from "zod";
import { archivePlan } from "../../activities/plans/archive-plan.ts";
import { copyPlan } from "../../activities/plans/copy-plan.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import {
  createPlanSchema,
  listPlansQuerySchema,
  planPageSchema,
  planSchema,
} from "../../contract/plans/schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { getPlan, listPlans } from "../../db/plans/queries.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { taggedAnswer } from "../tagged-answer.ts";
import { presentListedPlan } from "./present.ts";
import { showPlan } from "./show-plan.ts";

const plansPath = "/api/v1/workspaces/{workspaceId}/plans";
const source = "docs/rooms/plans.md#templates-and-assignments";
const workspaceParams = z.strictObject({ workspaceId: idSchema });
const planParams = z.strictObject({ workspaceId: idSchema, planId: idSchema });

const makePlan = act({
  method: "POST",
  path: plansPath,
  name: "createPlan",
  summary: "Make a plan",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  body: createPlanSchema,
  bodyLimit: PLAN_LIMITS.contentBytes,
  answer: planSchema,
  status: 201,
  refusals: ["PLAN_LIMIT_REACHED"],
  changesWorkspace: true,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, body }) =>
    showPlan(
      tx,
      await createPlan(tx, {
        workspaceId: granted.workspace.workspaceId,
        createdByUserId: granted.caller.userId,
        ...body,
      }),
    ),
});

const readPlans = read({
  method: "GET",
  path: plansPath,
  name: "listPlans",
  summary: "Plans of the workspace without their content, newest first",
  source,
  access: "workspace-coach",
  params: workspaceParams,
  query: listPlansQuerySchema,
  answer: planPageSchema,
  tagged: true,
  handle: async ({ em, granted, query, deps, knownTags }) => {
    const { workspaceId } = granted.workspace;
    const { status = null, q = null } = query;
    const filter = { status, kinds: query.kind?.toSorted() ?? null, q };
    const list = { deps, scope: `plans:${workspaceId}:${JSON.stringify(filter)}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listPlans(em, { workspaceId, ...filter }, page),
    );
    const answer = { items: rows.map(presentListedPlan), nextCursor };
    return taggedAnswer(planPageSchema, answer, knownTags);
  },
});

const readPlan = read({
  method: "GET",
  path: `${plansPath}/{planId}`,
  name: "readPlan",
  summary: "One plan",
  source,
  access: "workspace-coach",
  params: planParams,
  answer: planSchema,
  handle: async ({ em, granted, params }) => {
    const { workspaceId } = granted.workspace;
    return showPlan(em, await getPlan(em, { workspaceId, planId: params.planId }));
  },
});

const closePlan = act({
  method: "POST",
  path: `${plansPath}/{planId}/archive`,
  name: "archivePlan",
  summary: "Archive a plan: it can no longer be assigned, running assignments continue",
  source,
  access: "workspace-coach",
  params: planParams,
  answer: planSchema,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params }) => {
    const { workspaceId } = granted.workspace;
    return showPlan(tx, await archivePlan(tx, { workspaceId, planId: params.planId }));
  },
});

const duplicatePlan = act({
  method: "POST",
  path: `${plansPath}/{planId}/copy`,
  name: "copyPlan",
  summary: "Copy a plan into a new draft, from its draft or else its newest revision",
  source,
  access: "workspace-coach",
  params: planParams,
  answer: planSchema,
  status: 201,
  refusals: ["PLAN_LIMIT_REACHED"],
  changesWorkspace: true,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params }) => {
    const { workspaceId } = granted.workspace;
    const copiedByUserId = granted.caller.userId;
    return showPlan(tx, await copyPlan(tx, { workspaceId, planId: params.planId, copiedByUserId }));
  },
});

/** Routes of a workspace's plans. */
export const planEndpoints: readonly Endpoint[] = [
  makePlan,
  readPlans,
  readPlan,
  closePlan,
  duplicatePlan,
];
