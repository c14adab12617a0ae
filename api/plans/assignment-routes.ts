import { z } from "zod";
import { assignPlan } from "../../activities/plans/assign-plan.ts";
import { endAssignment } from "../../activities/plans/end-assignment.ts";
import {
  assignPlanSchema,
  planAssignmentPageSchema,
  planAssignmentSchema,
} from "../../contract/plans/schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { getPlanRecipient, listAssignments } from "../../db/plans/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { presentAssignment } from "./present.ts";

const assignmentsPath =
  "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments";
const source = "docs/rules.md#plans-templates-and-assignments";
const relationshipParams = z.strictObject({ workspaceId: idSchema, relationshipId: idSchema });
const assignmentParams = relationshipParams.extend({ assignmentId: idSchema });

const givePlan = act({
  method: "POST",
  path: assignmentsPath,
  name: "assignPlan",
  summary: "Assign a plan to a relationship",
  source,
  access: "workspace-coach",
  params: relationshipParams,
  body: assignPlanSchema,
  answer: planAssignmentSchema,
  status: 201,
  refusals: ["RELATIONSHIP_INACTIVE", "ASSIGNMENT_BLOCKED", "STATE_CONFLICT"],
  idempotency: "key",
  handle: async ({ tx, granted, params, body, request }) =>
    presentAssignment(
      await assignPlan(tx, {
        workspaceId: granted.workspace.workspaceId,
        relationshipId: params.relationshipId,
        planId: body.planId,
        startDate: body.startDate ?? null,
        endDate: body.endDate ?? null,
        followsNewer: body.followsNewer,
        assignedByUserId: granted.caller.userId,
        requestId: request.requestId,
      }),
    ),
});

const readAssignments = read({
  method: "GET",
  path: assignmentsPath,
  name: "listPlanAssignments",
  summary: "Assignments of a relationship, newest first",
  source,
  access: "workspace-coach",
  params: relationshipParams,
  query: pageQuerySchema,
  answer: planAssignmentPageSchema,
  handle: async ({ em, granted, params, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const { id } = await getPlanRecipient(em, {
      workspaceId,
      relationshipId: params.relationshipId,
    });
    const list = { deps, scope: `plan-assignments:${id}` };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      listAssignments(em, id, page),
    );
    return { items: rows.map(presentAssignment), nextCursor };
  },
});

const takePlan = act({
  method: "POST",
  path: `${assignmentsPath}/{assignmentId}/end`,
  name: "endPlanAssignment",
  summary: "End an assignment from the present local day on",
  source,
  access: "workspace-coach",
  params: assignmentParams,
  answer: planAssignmentSchema,
  refusals: ["RELATIONSHIP_INACTIVE"],
  idempotency: "key",
  handle: async ({ tx, granted, params, request }) =>
    presentAssignment(
      await endAssignment(tx, {
        workspaceId: granted.workspace.workspaceId,
        relationshipId: params.relationshipId,
        assignmentId: params.assignmentId,
        endedByUserId: granted.caller.userId,
        requestId: request.requestId,
      }),
    ),
});

/** Routes of the plans assigned to a relationship. */
export const planAssignmentEndpoints: readonly Endpoint[] = [givePlan, readAssignments, takePlan];
