import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { NEW_FORM, useFormDesk, versionOf } from "../factories/forms/form-desk.ts";
import { buildMember } from "../factories/api/matrix/practice.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { recordStatements } from "../harness/record-statements.ts";

const desk = await useFormDesk();
let madeFormId: string;
let formerMember: string;

beforeAll(async () => {
  const { em } = desk.api.deps.database;
  madeFormId = (await buildPublishedForm(em, desk.pair.coach)).formId;
  const { workspaceId } = desk.pair;
  const member = await buildMember(em, desk.issuer, { workspaceId, status: "ENDED" });
  formerMember = await desk.issuer.sign({
    claims: { sub: member.identity.subject, sid: randomUUID(), ...onPhone },
  });
});

const onPhone = { client_id: "sideline-coach-mobile", azp: "sideline-coach-mobile" };

/** Every route of a workspace's forms, with a valid body. */
const ROUTES: readonly (readonly [string, string, object?])[] = [
  ["POST", "", NEW_FORM],
  ["GET", ""],
  ["GET", "/{formId}"],
  ["GET", "/{formId}/versions/1"],
  ["GET", "/{formId}/clients"],
  ["PUT", "/{formId}/draft", { ...NEW_FORM, expectedRevision: 1 }],
  ["POST", "/{formId}/publish", { expectedRevision: 1 }],
  ["POST", "/{formId}/archive"],
  ["POST", "/{formId}/make-default"],
  ["POST", "/{formId}/preview", { answers: {} }],
];
const OF_ONE_FORM = ROUTES.filter(([, below]) => below !== "");

describe("The forms of a workspace are for its coaches:", () => {
  test.each(ROUTES)("%s %s refuses a caller without a sign-in", async (...route) => {
    expect(refusalOf(await visit(route, {}))).toBe("401 UNAUTHENTICATED");
  });

  test.each(ROUTES)("%s %s refuses a client", async (...route) => {
    const { clientToken: token } = desk.pair;
    expect(refusalOf(await visit(route, { token }))).toBe("403 APP_ROLE_MISMATCH");
  });

  test.each(ROUTES)("%s %s does not find the workspace for others", async (...route) => {
    const { coachToken: token } = desk.stranger;
    expect(refusalOf(await visit(route, { token }))).toBe("404 NOT_FOUND");
    expect(refusalOf(await visit(route, { token: formerMember }))).toBe("404 NOT_FOUND");
  });

  test.each(OF_ONE_FORM)(
    "%s %s answers a form of another workspace like an unknown one",
    async (...route) => {
      const { coachToken: token, workspaceId } = desk.stranger;
      const at = `/api/v1/workspaces/${workspaceId}/forms`;
      const foreign = await visit(route, { token, at });
      const unknown = await visit(route, { token, at, id: randomUUID() });
      expect(refusalOf(foreign)).toBe("404 NOT_FOUND");
      const withoutId = ({ requestId: _requestId, ...body }: Record<string, unknown>) => body;
      expect(withoutId(foreign.body)).toEqual(withoutId(unknown.body));
    },
  );
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

  test("archived has readable forms that cannot be written", async () => {
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

const eight = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
const rows = () => desk.api.deps.database.em.fork();

describe("When eight coaches act at once", () => {
  test("a draft that they publish is one version with one event", async () => {
    const { formId } = await desk.make();
    const answers = await eight(() => desk.publish(formId));
    expect(new Set(answers.map((answer) => versionOf(answer).formVersionId)).size).toBe(1);
    expect(await rows().count(FormVersion, { formId })).toBe(1);
    expect(await rows().count(OutboxRow, { subjectId: formId, type: "FormPublished" })).toBe(1);
  });

  test("only one of their changes to the same revision is accepted", async () => {
    const { formId } = await desk.make();
    const answers = await eight((index) =>
      desk.call("PUT", `/${formId}/draft`, {
        body: { ...NEW_FORM, title: `Title ${index}`, expectedRevision: 1 },
      }),
    );
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusalOf);
    expect(refused).toEqual(Array(7).fill("409 STATE_CONFLICT"));
    expect(await desk.read(formId)).toEqual(saved[0]?.data);
  });

  test("a draft is published as it was read, or not at all", async () => {
    const { formId } = await desk.make();
    const [published] = await Promise.all([
      desk.publish(formId),
      desk.call("PUT", `/${formId}/draft`, {
        body: { ...NEW_FORM, title: "Second", expectedRevision: 1 },
      }),
    ]);
    if (published.status === 200) expect(versionOf(published).title).toBe(NEW_FORM.title);
    else expect(refusalOf(published)).toBe("409 STATE_CONFLICT");
  });

  test("every call to make a form the default succeeds, and one form is the default afterwards", async () => {
    const forms = await eight(async () => {
      const { formId } = await desk.make();
      await desk.publish(formId);
      return formId;
    });
    const answers = await eight((index) =>
      desk.call("POST", `/${forms[index] ?? ""}/make-default`),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { workspaceId } = desk.pair;
    const defaults = await rows().find(FormDefinition, { workspaceId, isWorkspaceDefault: true });
    expect(defaults.map(({ id }) => id).filter((id) => forms.includes(id))).toHaveLength(1);
    expect(defaults).toHaveLength(1);
  });

  test("a form is archived or the default, never both", async () => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    const answers = await eight((index) =>
      desk.call("POST", `/${formId}/${index % 2 === 0 ? "archive" : "make-default"}`),
    );
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const { status, isWorkspaceDefault } = await desk.read(formId);
    expect(status === "ARCHIVED").toBe(!isWorkspaceDefault);
  });
});

test("Of eight coaches who create the last form of a workspace, one succeeds", async () => {
  const { workspaceId } = desk.pair;
  const { id: _id, ...row } = await rows().findOneOrFail(FormDefinition, {
    id: (await desk.make()).formId,
  });
  const open = await rows().count(FormDefinition, { workspaceId, status: { $ne: "ARCHIVED" } });
  const missing = FORM_LIMITS.formsPerWorkspace - 1 - open;
  const copies = Array.from({ length: missing }, () => ({ ...row, id: randomUUID() }));
  await rows().insertMany(FormDefinition, copies);
  const answers = await eight(() => desk.call("POST", "", { body: NEW_FORM }));
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect(await rows().count(FormDefinition, { workspaceId, status: { $ne: "ARCHIVED" } })).toBe(
    FORM_LIMITS.formsPerWorkspace,
  );
  await rows().nativeDelete(FormDefinition, { id: { $in: copies.map(({ id }) => id) } });
});

describe("The statements of a read:", () => {
  const GUARD = 2;

  test.each([
    ["the list, however many forms exist", "?limit=100"],
    ["one form with its versions", "/{formId}"],
    ["one version", "/{formId}/versions/1"],
  ])("%s takes one besides the guard's", async (_name, below) => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    const { result, statements } = await recordStatements(() =>
      desk.call("GET", below.replace("{formId}", formId)),
    );
    expect(result.status).toBe(200);
    expect(statements).toHaveLength(GUARD + 1);
  });
});

/** Calls a route of the coach's workspace with another person's token. */
function visit(
  [method, below, body]: (typeof ROUTES)[number],
  { token = "", id = madeFormId, at = desk.path() }: { token?: string; id?: string; at?: string },
) {
  const request = { key: randomUUID(), ...(token && { token }), ...(body && { body }) };
  return desk.api.call(method, at + below.replace("{formId}", id), request);
}
