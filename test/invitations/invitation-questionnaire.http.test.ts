import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  createdInvitationSchema,
  invitationPageSchema,
} from "../../contract/invitations/schema.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { faultsOf, useFormDesk, versionOf } from "../factories/forms/form-desk.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { refusalOf } from "../factories/accounts/people.ts";

const desk = await useFormDesk();

const path = () => `/api/v1/workspaces/${desk.pair.workspaceId}/invitations`;

describe("An invitation", () => {
  test("may choose the questionnaire, which the list shows", async () => {
    const { formVersionId } = await publishedForm();
    const answer = await invite({ formVersionId });
    expect(answer.status).toBe(201);
    const made = createdInvitationSchema.parse(answer.data);
    expect(made.formVersionId).toBe(formVersionId);
    const listed = await desk.api.call("GET", path(), { token: desk.pair.coachToken });
    const [first] = invitationPageSchema.parse(listed.data).items;
    expect(first).toMatchObject({ invitationId: made.invitationId, formVersionId });
  });

  test("without a choice uses the workspace's default at registration", async () => {
    const made = createdInvitationSchema.parse((await invite({})).data);
    expect(made.formVersionId).toBeNull();
  });

  test("may choose an earlier version if its form is in use", async () => {
    const { formId, formVersionId } = await publishedForm();
    const { content } = await desk.read(formId);
    const body = { title: "Second", content, expectedRevision: 1 };
    await desk.call("PUT", `/${formId}/draft`, { body });
    await desk.publish(formId, 2);
    expect((await invite({ formVersionId })).status).toBe(201);
    await desk.call("POST", `/${formId}/archive`);
    expect(faultsOf(await invite({ formVersionId }))).toEqual(["/formVersionId not_assignable"]);
  });

  test("with an unknown or foreign form is refused, and nothing is written", async () => {
    const foreign = await buildPublishedForm(desk.api.deps.database.em, desk.stranger.coach);
    const before = await countInvitations();
    for (const formVersionId of [foreign.formVersionId, randomUUID()]) {
      const answer = await invite({ formVersionId });
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
      expect(faultsOf(answer)).toEqual(["/formVersionId not_assignable"]);
    }
    expect(faultsOf(await invite({ formVersionId: "first" }))).toEqual([
      "/formVersionId invalid_format",
    ]);
    expect(await countInvitations()).toBe(before);
  });

  test("repeated under its key is the same, once", async () => {
    const { formVersionId } = await publishedForm();
    const key = randomUUID();
    const body = { email: `${randomUUID()}@example.com`, formVersionId };
    const first = await invite(body, key);
    const before = await countInvitations();
    const replay = await invite(body, key);
    expect(replay.data).toEqual(first.data);
    expect(replay.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await countInvitations()).toBe(before);
  });
});

function invite(body: object, key: string = randomUUID()) {
  return desk.api.call("POST", path(), {
    token: desk.pair.coachToken,
    key,
    body: { email: `${randomUUID()}@example.com`, ...body },
  });
}

async function publishedForm() {
  const { formId } = await desk.make();
  return { formId, formVersionId: versionOf(await desk.publish(formId)).formVersionId };
}

function countInvitations() {
  return desk.api.deps.database.em.fork().count(Invitation, { workspaceId: desk.pair.workspaceId });
}
