import { z } from "zod";
import { giveForm } from "../../activities/forms/give-form.ts";
import { withdrawForm } from "../../activities/forms/withdraw-form.ts";
import {
  assignFormSchema,
  coachFormAssignmentPageSchema,
  coachFormAssignmentSchema,
  formSubmissionSchema,
} from "../../contract/forms/assignment-schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { getFormRecipient } from "../../db/forms/assignments/queries.ts";
import {
  getFormAssignment,
  getFormSubmission,
  listFormAssignments,
} from "../../db/forms/coach/queries.ts";
import { aboutRelationship } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { idAfter, idPage } from "../id-page.ts";
import { presentFormAssignment, presentSubmission } from "./present-assignment.ts";

const relationshipPath = "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}";
const assignmentsPath = `${relationshipPath}/form-assignments`;
const source = "docs/rooms/forms.md#versions-and-drafts";
const relationshipParams = z.strictObject({ workspaceId: idSchema, relationshipId: idSchema });

const readAssignments = read({
  method: "GET",
  path: assignmentsPath,
  name: "listClientFormAssignments",
  summary: "Forms assigned to a client, newest first; never their drafts",
  source,
  access: "workspace-coach",
  params: relationshipParams,
  query: pageQuerySchema,
  answer: coachFormAssignmentPageSchema,
  handle: async ({ em, granted, params, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const { id } = await getFormRecipient(em, { ...params, workspaceId });
    const list = { deps, scope: `coach-form-assignments:${id}` };
    const place = { afterId: idAfter(list, query.cursor), limit: query.limit };
    const page = idPage(list, await listFormAssignments(em, id, place), query.limit);
    return { items: page.rows.map(presentFormAssignment), nextCursor: page.nextCursor };
  },
});

const give = act({
  method: "POST",
  path: assignmentsPath,
  name: "assignForm",
  summary: "Assign a form to a client",
  source,
  access: "workspace-coach",
  params: relationshipParams,
  body: assignFormSchema,
  answer: coachFormAssignmentSchema,
  status: 201,
  refusals: ["RELATIONSHIP_INACTIVE", "ASSIGNMENT_LIMIT_REACHED"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, granted, params, body, request }) => {
    const { relationshipId } = params;
    const formAssignmentId = await giveForm(tx, {
      workspaceId: granted.workspace.workspaceId,
      relationshipId,
      formVersionId: body.formVersionId,
      dueAt: body.dueAt === null ? null : new Date(body.dueAt),
      assignedByUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    const key = { relationshipId, formAssignmentId };
    return presentFormAssignment(await getFormAssignment(tx, key));
  },
});

const withdraw = act({
  method: "POST",
  path: `${assignmentsPath}/{formAssignmentId}/cancel`,
  name: "cancelFormAssignment",
  summary: "Withdraw a form that was not submitted",
  source,
  access: "workspace-coach",
  params: relationshipParams.extend({ formAssignmentId: idSchema }),
  answer: coachFormAssignmentSchema,
  refusals: ["RELATIONSHIP_INACTIVE", "STATE_CONFLICT", "TASK_CLOSED"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, granted, params, request }) => {
    const { workspaceId } = granted.workspace;
    const { requestId } = request;
    await withdrawForm(tx, { ...params, workspaceId, requestId });
    return presentFormAssignment(await getFormAssignment(tx, params));
  },
});

const readSubmission = read({
  method: "GET",
  path: `${relationshipPath}/form-submissions/{submissionId}`,
  name: "readFormSubmission",
  summary: "A client's submission, with the questions, without answers that the client hides",
  source: "docs/rooms/forms.md#versions-and-drafts",
  access: "workspace-coach",
  params: relationshipParams.extend({ submissionId: idSchema }),
  answer: formSubmissionSchema,
  handle: async ({ em, granted, params }) => {
    const { workspaceId } = granted.workspace;
    const readerUserId = granted.caller.userId;
    return presentSubmission(await getFormSubmission(em, { ...params, workspaceId, readerUserId }));
  },
});

/** Routes by which coaches assign forms to a client. */
export const coachFormEndpoints: readonly Endpoint[] = [
  readAssignments,
  give,
  withdraw,
  readSubmission,
];
