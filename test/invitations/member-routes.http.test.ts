import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  coachMeSchema,
  coachRegistrationAnswerSchema,
} from "../../contract/workspaces/coach-schema.ts";
import { memberPageSchema } from "../../contract/workspaces/schema.ts";
import {
  createdMemberInvitationSchema,
  joinedWorkspaceSchema,
  memberInvitationPageSchema,
  memberInvitationPreviewSchema,
} from "../../contract/invitations/member-schema.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import {
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const ACCEPT = "/api/v1/member-invitations/accept";

const { api, issuer } = await useApi();

const owner = await registeredCoach(api, somebody(issuer));
const second = await registeredCoach(api, somebody(issuer));
const stranger = await registeredCoach(api, somebody(issuer));
await joined(owner, second);

// All attempts come from one address.
beforeEach(async () => {
  await api.deps.database.em.fork().execute("delete from rate_limit");
});

const meOf = (token: string) => api.call("GET", "/api/v1/auth/me", { token });

describe("The members of a workspace", () => {
  test("are listed to the owner, and a removed member finds nothing from the next request on", async () => {
    const of = await registeredCoach(api, somebody(issuer));
    const member = await registeredCoach(api, somebody(issuer));
    await joined(of, member);
    const list = await api.call("GET", pathOf(of, "/members"), { token: of.token });
    expect(memberPageSchema.parse(list.data).items).toMatchObject([
      { userId: member.userId, role: "COACH", displayName: "Cora Coach" },
      { userId: of.userId, role: "OWNER" },
    ]);
    const first = await api.call("GET", pathOf(of, "/members?limit=1"), { token: of.token });
    const { nextCursor } = memberPageSchema.parse(first.data);
    const rest = `/members?limit=1&cursor=${encodeURIComponent(nextCursor ?? "")}`;
    const next = await api.call("GET", pathOf(of, rest), { token: of.token });
    expect(memberPageSchema.parse(next.data)).toMatchObject({
      items: [{ userId: of.userId }],
      nextCursor: null,
    });
    const me = await api.call("GET", "/api/v1/auth/me", { token: member.token });
    expect(coachMeSchema.parse(me.data).workspaces.map(({ role }) => role)).toEqual([
      "OWNER",
      "COACH",
    ]);
    const relationships = pathOf(of, "/relationships");
    expect((await api.call("GET", relationships, { token: member.token })).status).toBe(200);
    const removal = pathOf(of, `/members/${member.userId}`);
    const removed = await api.call("DELETE", removal, { token: of.token });
    expect(removed.data).toEqual({ userId: member.userId, endedAt: expect.any(String) });
    const after = await api.call("GET", relationships, { token: member.token });
    expect(refusalOf(after)).toBe("404 NOT_FOUND");
    expect(refusalOf(await api.call("DELETE", removal, { token: of.token }))).toBe("404 NOT_FOUND");
    const himself = pathOf(of, `/members/${of.userId}`);
    expect(refusalOf(await api.call("DELETE", himself, { token: of.token }))).toBe(
      "409 STATE_CONFLICT",
    );
  });
});

describe("POST .../member-invitations", () => {
  test("returns the same link again for the same key, which is never in the list", async () => {
    const key = randomUUID();
    const email = `${randomUUID()}@example.com`;
    const first = await invite(owner, email, { key });
    const again = await invite(owner, email, { key });
    expect([first.status, again.data]).toEqual([201, first.data]);
    const invitation = createdMemberInvitationSchema.parse(first.data);
    expect(invitation.link).toMatch(/\/member-invitation#token=[\w-]{43}$/);
    expect(invitation.contact.masked).not.toBe(email);
    const path = pathOf(owner, "/member-invitations");
    const list = await api.call("GET", path, { token: owner.token });
    const { items } = memberInvitationPageSchema.parse(list.data);
    expect(items[0]).toMatchObject({
      memberInvitationId: invitation.memberInvitationId,
      status: "ACTIVE",
    });
    expect(list.text).not.toContain("token=");
    const revokePath = `${path}/${invitation.memberInvitationId}/revoke`;
    const revoked = await api.call("POST", revokePath, { token: owner.token });
    expect(revoked.data).toMatchObject({ status: "REVOKED", revokedAt: expect.any(String) });
    const repeated = await api.call("POST", revokePath, { token: owner.token });
    expect(repeated.data).toEqual(revoked.data);
    const { rows } = await storedAnswer(key);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(invitation.link));
  });

  const storedAnswer = async (key: string) => ({
    rows: await api.deps.database.em
      .fork()
      .execute("select answer from idempotency_key where key = ?", [key]),
  });

  test.each([
    ["no address", "ana"],
    ["two addresses", "a@example.com,b@example.com"],
    ["a header", "a@example.com\r\nBcc: b@example.com"],
  ])("refuses %s as malformed", async (_, email) => {
    expect(refusalOf(await invite(owner, email))).toBe("400 VALIDATION_FAILED");
  });
});

describe("POST /member-invitations/preview", () => {
  const PREVIEW = "/api/v1/member-invitations/preview";
  const preview = (invitationToken: unknown) =>
    api.call("POST", PREVIEW, { body: { invitationToken } });

  test("shows anybody with the link who invites whom, without their own token, as often as requested", async () => {
    const { data } = await invite(owner, "ben@example.com");
    const { link, memberInvitationId, expiresAt } = createdMemberInvitationSchema.parse(data);
    const answer = await preview(tokenOf(link));
    expect(memberInvitationPreviewSchema.parse(answer.data)).toEqual({
      workspaceName: "Cora Coach",
      ownerDisplayName: "Cora Coach",
      role: "COACH",
      contact: { kind: "EMAIL", masked: "b***@example.com" },
      expiresAt,
      joinHandle: expect.not.stringContaining(tokenOf(link)),
      joinHandleExpiresAt: expect.any(String),
    });
    expect((await preview(tokenOf(link))).data).toMatchObject({ contact: { kind: "EMAIL" } });
    const revoke = pathOf(owner, `/member-invitations/${memberInvitationId}/revoke`);
    await api.call("POST", revoke, { token: owner.token });
    expect(refusalOf(await preview(tokenOf(link)))).toBe("409 INVITATION_REVOKED");
  });

  test("does not find half a token, two or markup, and refuses other types and endless text", async () => {
    const token = randomUUID();
    for (const unknown of [token.slice(18), `${token}${token}`, `<img src=x>${token}`]) {
      expect(refusalOf(await preview(unknown))).toBe("404 NOT_FOUND");
    }
    for (const malformed of [7, "", null, "A".repeat(257)]) {
      expect(refusalOf(await preview(malformed))).toBe("400 VALIDATION_FAILED");
    }
    expect(refusalOf(await preview("A".repeat(1_000_000)))).toBe("413 PAYLOAD_TOO_LARGE");
  });
});

describe("POST /member-invitations/accept", () => {
  test("needs an account of a coach with the invited address", async () => {
    const newcomer = somebody(issuer);
    const token = await newcomer.token("WEB");
    const invitationToken = await linkTo(newcomer.email);
    expect(refusalOf(await api.call("POST", ACCEPT, { body: { invitationToken } }))).toBe(
      "401 UNAUTHENTICATED",
    );
    expect(refusalOf(await accept(token, invitationToken))).toBe("403 REGISTRATION_REQUIRED");
    expect(refusalOf(await accept(stranger.token, invitationToken))).toBe(
      "403 INVITATION_CONTACT_MISMATCH",
    );
    expect(refusalOf(await accept(stranger.token, "unknown"))).toBe("404 NOT_FOUND");
    expect(refusalOf(await accept(stranger.token, 7))).toBe("400 VALIDATION_FAILED");
    const onPhone = await newcomer.token("CLIENT_MOBILE");
    expect((await accept(onPhone, invitationToken)).status).toBe(403);
    await registeredCoach(api, newcomer);
    const answer = await accept(token, invitationToken);
    expect(joinedWorkspaceSchema.parse(answer.data).workspace).toMatchObject({
      workspaceId: owner.workspaceId,
      role: "COACH",
    });
    expect((await accept(token, invitationToken)).data).toEqual(answer.data);
  });

  test("refuses a client", async () => {
    const client = somebody(issuer);
    await registeredClient(api, stranger, client);
    const invitationToken = await linkTo(client.email);
    const onPhone = await accept(await client.token("COACH_MOBILE"), invitationToken);
    expect(refusalOf(onPhone)).toBe("409 STATE_CONFLICT");
    const onWeb = await accept(await client.token("WEB"), invitationToken);
    expect(refusalOf(onWeb)).toBe("403 APP_ROLE_MISMATCH");
  });
});

describe("POST /auth/member-registration", () => {
  const register = (token: string | undefined, more: Record<string, unknown>) =>
    api.call("POST", "/api/v1/auth/member-registration", {
      ...(token !== undefined && { token }),
      body: { ...registrationForm(), ...more },
    });

  test("registers a person without an account by the invitation alone, who is then a member", async () => {
    const newcomer = somebody(issuer);
    const token = await newcomer.token("WEB");
    const invitationToken = await linkTo(newcomer.email);
    expect(refusalOf(await register(undefined, { invitationToken }))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await register(token, { invitationToken: 7 }))).toBe("400 VALIDATION_FAILED");
    expect(refusalOf(await register(token, { invitationToken: "unknown" }))).toBe("404 NOT_FOUND");
    const inClientApp = await register(await newcomer.token("CLIENT_MOBILE"), { invitationToken });
    expect(refusalOf(inClientApp)).toBe("403 APP_ROLE_MISMATCH");
    const answer = await register(token, { invitationToken });
    const { workspace, roles } = coachRegistrationAnswerSchema.parse(answer.data);
    expect([workspace, roles]).toEqual([
      { workspaceId: owner.workspaceId, name: "Cora Coach", status: "ACTIVE", role: "COACH" },
      ["COACH"],
    ]);
    expect((await register(token, { invitationToken })).data).toEqual(answer.data);
    const me = coachMeSchema.parse((await meOf(token)).data);
    expect(me.workspaces).toEqual([workspace]);
    expect(me.termsAcceptanceRequired).toBe(false);
    const clients = await api.call("GET", pathOf(owner, "/relationships"), { token });
    expect(clients.status).toBe(200);
  });
});

function pathOf({ workspaceId }: RegisteredCoach, more = "") {
  return `/api/v1/workspaces/${workspaceId}${more}`;
}

function invite(of: RegisteredCoach, email: string, request: TestRequest = {}) {
  return api.call("POST", pathOf(of, "/member-invitations"), {
    token: of.token,
    key: randomUUID(),
    body: { email },
    ...request,
  });
}

function accept(token: string, invitationToken: unknown) {
  return api.call("POST", ACCEPT, { token, body: { invitationToken } });
}

/** The token of an invitation into the owner's workspace. */
async function linkTo(email: string): Promise<string> {
  const { data } = await invite(owner, email);
  return tokenOf(createdMemberInvitationSchema.parse(data).link);
}

/** Invites a coach into the workspace, who accepts. */
async function joined(to: RegisteredCoach, coach: RegisteredCoach): Promise<void> {
  const { link } = createdMemberInvitationSchema.parse((await invite(to, coach.person.email)).data);
  expect((await accept(coach.token, tokenOf(link))).status).toBe(200);
}
