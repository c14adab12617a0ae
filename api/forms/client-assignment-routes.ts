import { submitForm } from "../../activities/forms/submit-form.ts";
import {
  formAssignmentPageSchema,
  formAssignmentParamsSchema,
  ownFormAssignmentSchema,
  submitFormSchema,
  submittedFormSchema,
} from "../../contract/forms/assignment-schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { pageQuerySchema } from "../../contract/wire.ts";
import type { AssignmentRow } from "../../db/forms/assignments/assignments.ts";
import {
  getOwnFormAssignment,
  listOwnFormAssignments,
  type OwnAssignmentPlace,
} from "../../db/forms/assignments/queries.ts";
import { isOpenForm } from "../../rules/forms/is-open-form.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import type { ApiDeps } from "../api-deps.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import {
  presentRequestedForm,
  presentFormAssignment,
  presentOwnAssignment,
} from "./present-assignment.ts";

const listPath = "/api/v1/client/form-assignments";
const onePath = `${listPath}/{formAssignmentId}`;
const source = "docs/rooms/forms.md#versions-and-drafts";

const listOwn = read({
  method: "GET",
  path: listPath,
  name: "listFormAssignments",
  summary: "Forms to fill in: the open ones, then the others, newest first",
  source,
  access: "client",
  query: pageQuerySchema,
  answer: formAssignmentPageSchema,
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
  handle: async ({ em, granted, query, deps }) => {
    const clientUserId = granted.caller.userId;
    const scope = `form-assignments:${clientUserId}`;
    const after = placeOf(deps, scope, query.cursor);
    const rows = await listOwnFormAssignments(em, { clientUserId, after, limit: query.limit });
    const page = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? page.at(-1) : undefined;
    return {
      items: page.map(presentOwnAssignment),
      nextCursor: last === undefined ? null : cursorOf(deps, scope, last),
    };
  },
});

function placeOf(
  deps: ApiDeps,
  scope: string,
  cursor: string | undefined,
): OwnAssignmentPlace | null {
  if (cursor === undefined) return null;
  const { open, id } = decodeCursor(deps.keys.cursor, scope, cursor);
  return { isOpen: open === 1, id: String(id) };
}

function cursorOf(deps: ApiDeps, scope: string, { id, status }: AssignmentRow): string {
  return encodeCursor(deps.keys.cursor, scope, { open: isOpenForm(status) ? 1 : 0, id });
}

const readOwn = read({
  method: "GET",
  path: onePath,
  name: "readFormAssignment",
  summary: "A form to fill in, with the answers so far",
  source,
  access: "client",
  params: formAssignmentParamsSchema,
  answer: ownFormAssignmentSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params }) => {
    const key = { ...params, clientUserId: granted.caller.userId };
    return presentFormAssignment(presentRequestedForm(await getOwnFormAssignment(em, key)));
  },
});

const submit = act({
  method: "POST",
  path: `${onePath}/submissions`,
  name: "submitForm",
  summary: "Submit a form; a repeated request with the same answers is the same submission",
  source,
  access: "client",
  params: formAssignmentParamsSchema,
  body: submitFormSchema,
  bodyLimit: FORM_LIMITS.bodyBytes,
  answer: submittedFormSchema,
  refusals: [
    "NOT_FOUND",
    "RELATIONSHIP_INACTIVE",
    "WORKSPACE_SUSPENDED",
    "TASK_CLOSED",
    "STATE_CONFLICT",
  ],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: ({ tx, granted, params, body, request }) =>
    submitForm(tx, {
      ...params,
      clientUserId: granted.caller.userId,
      ...body,
      requestId: request.requestId,
    }),
});

/** Routes of a client's assigned forms. */
export const clientFormEndpoints: readonly Endpoint[] = [listOwn, readOwn, submit];
