import { assignPlan } from "../../activities/plans/assignments/assign-plan.ts";
import { endAssignment } from "../../activities/plans/assignments/end-assignment.ts";
import {
  assignPlanSchema,
  planAssignmentPageSchema,
  planAssignmentSchema,
} from "../../contract/plans/schema.ts";
import { pageQuerySchema } from "../../contract/wire.ts";
import { listWithheldOfAssignments } from "../../db/agenda/withheld/warnings/queries.ts";
import { getPlanRecipient, listAssignments, listPlanTitles } from "../../db/plans/queries.ts";
import { listWithoutDates } from "../../db/plans/courses/queries.ts";
import { hasRunItsCourse } from "../../rules/plans/find-empty-part.ts";
import { aboutRelationship } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import {
  actingOf,
  assignmentParams,
  assignmentsPath,
  givingRefusals,
  relationshipParams,
} from "./assignment-paths.ts";
import { presentAssignment, presentListedAssignment } from "./present.ts";

const source = "docs/rooms/plans.md#templates-and-assignments";

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
  refusals: givingRefusals,
  idempotency: "key",
  about: aboutRelationship,
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
    const ids = rows.map((row) => row.id);
    const withheld = Map.groupBy(
      await listWithheldOfAssignments(em, id, ids),
      ({ sourceId }) => sourceId,
    );
    const withoutDates = await listWithoutDates(em, id, ids);
    const over = new Set(
      withoutDates.filter((open) => hasRunItsCourse(open, open.localDate)).map((open) => open.id),
    );
    const titles = await listPlanTitles(
      em,
      rows.map(({ planId }) => planId),
    );
    const items = rows.map((row) =>
      presentListedAssignment(row, {
        title: titles.get(row.planId) ?? "",
        withheld: withheld.get(row.id) ?? [],
        isOver: over.has(row.id),
      }),
    );
    return { items, nextCursor };
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
  about: aboutRelationship,
  handle: async ({ tx, ...request }) =>
    presentAssignment(await endAssignment(tx, actingOf(request))),
});

/** Routes that assign plans to a relationship, and end assignments. */
export const planAssignmentEndpoints: readonly Endpoint[] = [givePlan, readAssignments, takePlan];
