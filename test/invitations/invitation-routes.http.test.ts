import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  createdInvitationSchema,
  invitationPageSchema,
  invitationSchema,
  listedInvitationSchema,
} from "../../contract/invitations/schema.ts";
import { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type RegisteredCoach,
  invitedBy,
  refusalOf,
  registeredClient,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import { PROVING_PHONES } from "../factories/providers/providers.ts";
import { type TestRequest, startApi } from "../harness/api.ts";
import {
  invitationsOf,
  useInvitingCoaches,
} from "../factories/invitations/use-inviting-coaches.ts";

const PREVIEW = "/api/v1/client-invitations/preview";
const DAY_SECONDS = 24 * 3600;
const { api, issuer, coach, stranger, newCoach } = await useInvitingCoaches();
const anEmail = () => `${randomUUID()}@example.com`;

describe("POST /workspaces/{workspaceId}/invitations", () => {
  test("invites one contact, masked, and returns the link", async () => {
    const answer = await invite({ email: "Ana.Silva@Bücher.example" });
    expect(answer.status).toBe(201);
    const invitation = createdInvitationSchema.parse(answer.data);
    expect(invitation).toMatchObject({
      workspaceId: coach.workspaceId,
      invitedByUserId: coach.userId,
      contact: { kind: "EMAIL", masked: "a***@xn--bcher-kva.example" },
      status: "ACTIVE",
      generation: 1,
    });
    expect(tokenOf(invitation.link)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.text).not.toContain("ana.silva");
  });

  test("invites a phone in international form if a sign-in proves phones", async () => {
    const phones = await startApi({
      issuer: issuer.issuer,
      database: api.database,
      authProviders: PROVING_PHONES,
    });
    const body = { phone: "+49 151 / 234 56 78" };
    const request = { token: coach.token, key: randomUUID(), body };
    const answer = await phones.call("POST", invitationsOf(coach), request);
    expect(answer.data).toMatchObject({ contact: { kind: "PHONE", masked: "+49***78" } });
    await phones.close();
  });

  test("refuses a phone if no sign-in proves phones", async () => {
    const answer = await invite({ phone: "+49 151 / 234 56 78" });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/phone", code: "not_provable" }]);
  });

  test("returns the same link for the same key and body, created once", async () => {
    const request = { key: randomUUID() };
    const body = { email: anEmail() };
    const first = await invite(body, request);
    const again = await invite(body, request);
    expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
    expect(again.data).toEqual(first.data);
    expect(refusalOf(await invite({ email: anEmail() }, request))).toBe(
      "422 IDEMPOTENCY_KEY_REUSED",
    );
  });

  test.each([
    ["no contact", {}],
    ["two contacts", { email: "a@example.com", phone: "+491512345678" }],
    ["no e-mail address", { email: "ana" }],
    ["two addresses", { email: "a@example.com,b@example.com" }],
    ["a header in the address", { email: "a@example.com\r\nBcc: b@example.com" }],
    ["no international number", { phone: "0151 2345678" }],
    ["a status", { email: "a@example.com", status: "CONSUMED" }],
    ["no object", ["a@example.com"]],
  ])("refuses %s as malformed", async (_, body) => {
    expect(refusalOf(await invite(body))).toBe("400 VALIDATION_FAILED");
  });

  test("refuses the address of a coach of the workspace, alone and in a file, and takes the owner's own", async () => {
    const [owner, member] = [await newCoach(), await newCoach()];
    await api.deps.database.em.fork().insert(WorkspaceMembership, {
      id: newId(),
      workspaceId: owner.workspaceId,
      userId: member.userId,
      role: "COACH",
      status: "ACTIVE",
      joinedAt: new Date(),
      endedAt: null,
    });
    const ask = (path: string, token: string, body: object) =>
      api.call("POST", path, { token, key: randomUUID(), body });
    const path = invitationsOf(owner);
    const { email } = member.person;
    for (const { token } of [owner, member]) {
      const answer = await ask(path, token, { email: email.toUpperCase() });
      expect(refusalOf(answer)).toBe("409 STATE_CONFLICT");
      expect(answer.body["errors"]).toMatchObject([{ code: "ALREADY_MEMBER" }]);
    }
    const csv = `email\n${email}\n${owner.person.email}`;
    const { lines } = csvOutcomeSchema.parse((await ask(`${path}/csv`, owner.token, { csv })).data);
    expect(lines.map(({ outcome, fault }) => [outcome, fault])).toEqual([
      ["INVALID", "member"],
      ["INVITED", null],
    ]);
    const own = await ask(path, owner.token, { email: owner.person.email });
    expect(own.status).toBe(201);
    expect(createdInvitationSchema.parse(own.data).invitationId).toBe(lines[1]?.invitationId);
  });

  test("refuses a missing key, a missing token and a caller outside the workspace", async () => {
    const body = { email: anEmail() };
    const { token } = coach;
    const path = invitationsOf(coach);
    expect((await api.call("POST", path, { token, body })).status).toBe(400);
    const key = randomUUID();
    expect(refusalOf(await api.call("POST", path, { key, body }))).toBe("401 UNAUTHENTICATED");
    const foreign = await api.call("POST", path, { key, body, token: stranger.token });
    const unknown = await api.call("POST", path.replace(coach.workspaceId, randomUUID()), {
      key,
      body,
      token: stranger.token,
    });
    expect([refusalOf(foreign), refusalOf(unknown)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  });
});

describe("GET /workspaces/{workspaceId}/invitations", () => {
  test("lists them newest first without links, and continues from a cursor", async () => {
    const owner = await newCoach();
    const first = await invitedBy(api, owner, anEmail());
    const second = await invitedBy(api, owner, anEmail());
    const list = (query: string) =>
      api.call("GET", `${invitationsOf(owner)}${query}`, { token: owner.token });
    const answer = await list("?limit=1");
    const page = invitationPageSchema.parse(answer.data);
    expect(page.items.map((item) => item.invitationId)).toEqual([second.invitationId]);
    // The inviting coach reads the whole contact.
    const masked = second.contact.masked;
    const value = expect.stringMatching(/^[\da-f-]{36}@example\.com$/);
    expect(page.items[0]?.contact).toEqual({ kind: "EMAIL", masked, value });
    expect(answer.text).not.toContain("link");
    const next = invitationPageSchema.parse((await list(`?cursor=${page.nextCursor}`)).data);
    expect(next.items.map((item) => item.invitationId)).toEqual([first.invitationId]);
    expect(next.nextCursor).toBeNull();
  });

  test("shows name and last mail, in the list and one by one, to the workspace only", async () => {
    const owner = await newCoach();
    const key = randomUUID();
    const body = { email: anEmail(), name: "Ana Silva", language: "de" };
    const send = { token: owner.token, key, body };
    const made = await api.call("POST", invitationsOf(owner), send);
    const again = await api.call("POST", invitationsOf(owner), send);
    expect(again.data).toEqual(made.data);
    expect(made.text).not.toContain("Ana Silva");
    const { invitationId, link } = createdInvitationSchema.parse(made.data);
    expect((await preview(tokenOf(link))).text).not.toContain("Ana Silva");
    const path = `${invitationsOf(owner)}/${invitationId}`;
    const one = await api.call("GET", path, { token: owner.token });
    expect(listedInvitationSchema.parse(one.data)).toMatchObject({
      name: "Ana Silva",
      language: "de",
      contact: { value: body.email },
      lastMail: { status: "PENDING", attempts: 0, failureCode: null, triedAt: null },
    });
    const list = await api.call("GET", invitationsOf(owner), { token: owner.token });
    expect(invitationPageSchema.parse(list.data).items).toEqual([one.data]);
    const refusals = [
      await api.call("GET", path),
      await api.call("GET", path, { token: stranger.token }),
      await api.call("GET", `${invitationsOf(owner)}/${randomUUID()}`, { token: owner.token }),
      await api.call("GET", `${invitationsOf(owner)}/x`, { token: owner.token }),
      await invite({ email: anEmail(), name: "see www.example.com" }),
      await invite({ email: anEmail(), language: "fr" }),
    ];
    expect(refusals.map(refusalOf)).toEqual([
      "401 UNAUTHENTICATED",
      "404 NOT_FOUND",
      "404 NOT_FOUND",
      "400 VALIDATION_FAILED",
      "400 VALIDATION_FAILED",
      "400 VALIDATION_FAILED",
    ]);
  });

  test("shows an invitation past its time as expired", async () => {
    const owner = await newCoach();
    await invitedBy(api, owner, anEmail());
    await moveClock(api.database.ownerUrl, 14 * DAY_SECONDS);
    const answer = await api.call("GET", invitationsOf(owner), { token: owner.token });
    expect(answer.data).toMatchObject({ items: [{ status: "EXPIRED" }] });
  });

  test("refuses a missing token, a stranger and a malformed query", async () => {
    const path = invitationsOf(coach);
    const { token } = stranger;
    expect(refusalOf(await api.call("GET", path))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await api.call("GET", path, { token }))).toBe("404 NOT_FOUND");
    const malformed = await api.call("GET", `${path}?limit=0`, { token: coach.token });
    expect(refusalOf(malformed)).toBe("400 VALIDATION_FAILED");
  });
});

describe("POST /workspaces/{workspaceId}/invitations/{invitationId}/revoke", () => {
  test("closes the invitation, and a repeat returns the same", async () => {
    const { invitationId, invitationToken } = await invitedBy(api, coach, anEmail());
    const first = await revoke(invitationId);
    expect(invitationSchema.parse(first.data).status).toBe("REVOKED");
    expect((await revoke(invitationId)).data).toEqual(first.data);
    expect(refusalOf(await preview(invitationToken))).toBe("409 INVITATION_REVOKED");
  });

  test("answers a foreign invitation like an unknown one", async () => {
    const { invitationId } = await invitedBy(api, coach, anEmail());
    const answers = [
      await revoke(invitationId, stranger),
      await revoke(invitationId, stranger, coach),
      await revoke(randomUUID()),
    ];
    expect(answers.map(refusalOf)).toEqual(Array.from({ length: 3 }, () => "404 NOT_FOUND"));
    expect((await preview((await invitedBy(api, coach, anEmail())).invitationToken)).status).toBe(
      200,
    );
  });

  test("refuses a missing token and a malformed id", async () => {
    const answer = await api.call("POST", `${invitationsOf(coach)}/${randomUUID()}/revoke`);
    expect(refusalOf(answer)).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await revoke("nonsense"))).toBe("400 VALIDATION_FAILED");
  });

  test("is refused once somebody has registered", async () => {
    const owner = await newCoach();
    await registeredClient(api, owner, somebody(issuer));
    const { data } = await api.call("GET", invitationsOf(owner), { token: owner.token });
    const [item] = invitationPageSchema.parse(data).items;
    expect(refusalOf(await revoke(item?.invitationId ?? "", owner))).toBe(
      "409 INVITATION_CONSUMED",
    );
  });
});

function invite(body: unknown, request: TestRequest = {}) {
  return api.call("POST", invitationsOf(coach), {
    token: coach.token,
    key: randomUUID(),
    body,
    ...request,
  });
}

function preview(invitationToken: unknown) {
  return api.call("POST", PREVIEW, { body: { invitationToken } });
}

function revoke(invitationId: string, as: RegisteredCoach = coach, of = as) {
  return api.call("POST", `${invitationsOf(of)}/${invitationId}/revoke`, { token: as.token });
}
