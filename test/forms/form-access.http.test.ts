import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { buildPublishedForm } from "../factories/published-form.ts";
import { type FormDesk, NEW_FORM, openFormDesk } from "../factories/form-desk.ts";
import { buildMember } from "../factories/matrix-practice.ts";
import { refusalOf } from "../factories/people.ts";

let desk: FormDesk;
let formId: string;
let formerMember: string;

beforeAll(async () => {
  desk = await openFormDesk();
  const { em } = desk.api.deps.database;
  formId = (await buildPublishedForm(em, desk.pair.coach)).formId;
  const { workspaceId } = desk.pair;
  const member = await buildMember(em, desk.issuer, { workspaceId, status: "ENDED" });
  formerMember = await desk.issuer.sign({
    claims: { sub: member.identity.subject, sid: randomUUID(), ...onPhone },
  });
});
afterAll(() => desk.close());

const onPhone = { client_id: "sideline-coach-mobile", azp: "sideline-coach-mobile" };

/** Every route of a workspace's forms, with a body that suits it. */
const ROUTES: readonly (readonly [string, string, object?])[] = [
  ["POST", "", NEW_FORM],
  ["GET", ""],
  ["GET", "/{formId}"],
  ["GET", "/{formId}/versions/1"],
  ["PUT", "/{formId}/draft", { ...NEW_FORM, expectedRevision: 1 }],
  ["POST", "/{formId}/publish", { expectedRevision: 1 }],
  ["POST", "/{formId}/archive"],
  ["POST", "/{formId}/make-default"],
  ["POST", "/{formId}/preview", { answers: {} }],
];
const OF_ONE_FORM = ROUTES.filter(([, below]) => below !== "");

/** Calls a route of the coach's workspace with somebody's token. */
function visit(
  [method, below, body]: (typeof ROUTES)[number],
  { token = "", id = formId, at = desk.path() }: { token?: string; id?: string; at?: string },
) {
  const request = { key: randomUUID(), ...(token && { token }), ...(body && { body }) };
  return desk.api.call(method, at + below.replace("{formId}", id), request);
}

describe("Forms of a workspace are for its coaches", () => {
  test.each(ROUTES)("%s %s: nobody without a sign-in", async (...route) => {
    expect(refusalOf(await visit(route, {}))).toBe("401 UNAUTHENTICATED");
  });

  test.each(ROUTES)("%s %s: no client", async (...route) => {
    const { clientToken: token } = desk.pair;
    expect(refusalOf(await visit(route, { token }))).toBe("403 APP_ROLE_MISMATCH");
  });

  test.each(ROUTES)("%s %s: to others the workspace is not there", async (...route) => {
    const { coachToken: token } = desk.stranger;
    expect(refusalOf(await visit(route, { token }))).toBe("404 NOT_FOUND");
    expect(refusalOf(await visit(route, { token: formerMember }))).toBe("404 NOT_FOUND");
  });

  test.each(OF_ONE_FORM)("%s %s: a form of another workspace is like none", async (...route) => {
    const { coachToken: token, workspaceId } = desk.stranger;
    const at = `/api/v1/workspaces/${workspaceId}/forms`;
    const foreign = await visit(route, { token, at });
    const unknown = await visit(route, { token, at, id: randomUUID() });
    expect(refusalOf(foreign)).toBe("404 NOT_FOUND");
    const withoutId = ({ requestId: _requestId, ...body }: Record<string, unknown>) => body;
    expect(withoutId(foreign.body)).toEqual(withoutId(unknown.body));
  });
});

describe("A workspace that is", () => {
  const close = (status: WorkspaceStatus) =>
    desk.api.deps.database.em
      .fork()
      .nativeUpdate(CoachWorkspace, { id: desk.pair.workspaceId }, { status });
  afterAll(() => close("ACTIVE"));

  test("suspended has no forms for its coaches", async () => {
    await close("SUSPENDED");
    const { coachToken: token } = desk.pair;
    for (const route of ROUTES) {
      expect(refusalOf(await visit(route, { token }))).toBe("403 WORKSPACE_SUSPENDED");
    }
  });

  test("archived is read, not written", async () => {
    await close("ARCHIVED");
    const { coachToken: token } = desk.pair;
    for (const route of ROUTES) {
      const answer = await visit(route, { token });
      const isRead = route[0] === "GET" || route[1].endsWith("/preview");
      if (isRead) expect(answer.status).toBe(200);
      else expect(refusalOf(answer)).toBe("403 WORKSPACE_ARCHIVED");
    }
  });
});
