import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { settleImport } from "../../activities/invitations/csv/settle-import.ts";
import { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import {
  CSV_ACTOR_SECONDS,
  CSV_SLICE,
  NEW_COACH_INVITATIONS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import {
  createdInvitationSchema,
  invitationPageSchema,
  invitationSchema,
  listedInvitationSchema,
} from "../../contract/invitations/schema.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type RegisteredCoach,
  invitedBy,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import { PROVING_PHONES } from "../factories/providers/providers.ts";
import { type TestRequest, startApi } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PREVIEW = "/api/v1/client-invitations/preview";
const DAY_SECONDS = 24 * 3600;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let coach: RegisteredCoach;
let stranger: RegisteredCoach;

beforeAll(async () => {
  coach = await registeredCoach(api, somebody(issuer));
  stranger = await registeredCoach(api, somebody(issuer));
});

// All tests call from one address; clear the limits so that no test counts another's attempts.
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await api.deps.database.em.fork().execute("delete from rate_limit");
});

const anEmail = () => `${randomUUID()}@example.com`;
const invitationsOf = ({ workspaceId }: RegisteredCoach) =>
  `/api/v1/workspaces/${workspaceId}/invitations`;
const invite = (body: unknown, request: TestRequest = {}) =>
  api.call("POST", invitationsOf(coach), {
    token: coach.token,
    key: randomUUID(),
    body,
    ...request,
  });
const preview = (invitationToken: unknown) =>
  api.call("POST", PREVIEW, { body: { invitationToken } });
const revoke = (invitationId: string, as: RegisteredCoach = coach, of = as) =>
  api.call("POST", `${invitationsOf(of)}/${invitationId}/revoke`, { token: as.token });

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

describe("POST /workspaces/{workspaceId}/invitations/csv", () => {
  test("returns an outcome for each line, schedules those beyond the day's limit, and is replayed", async () => {
    const owner = await registeredCoach(api, somebody(issuer));
    const path = `${invitationsOf(owner)}/csv`;
    const people = Array.from({ length: 11 }, anEmail);
    const [first = "", ...others] = people;
    const csv = ["email;phone;name", `${first};;Ana`, `${first};;Ana`, ";+49 151 2345678;", "x;;"]
      .concat(others)
      .join("\n");
    const sending = { token: owner.token, key: randomUUID(), body: { csv } };
    // Two simultaneous requests are one run.
    const [sent, repeated] = await Promise.all([
      api.call("POST", path, sending),
      api.call("POST", path, sending),
    ]);
    expect([sent.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.data).toEqual(sent.data);
    const { lines, importId, waiting } = csvOutcomeSchema.parse(sent.data);
    expect(waiting).toBe(0);
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 14 }, (_, at) => at + 2));
    const outcomes = ["INVITED", "STANDING", "INVALID", "INVALID"];
    const within = Array.from({ length: 9 }, () => "INVITED");
    expect(lines.map(({ outcome }) => outcome)).toEqual([...outcomes, ...within, "SCHEDULED"]);
    expect(lines.slice(2, 4).map(({ fault }) => fault)).toEqual(["not_provable", "contact"]);
    expect(lines[1]?.invitationId).toBe(lines[0]?.invitationId);
    expect(lines.map(({ sendAt }) => sendAt !== null)).toEqual(
      lines.map(({ outcome }) => outcome === "SCHEDULED"),
    );
    for (const email of people) expect(sent.text).not.toContain(email);
    expect(sent.text).not.toContain("Ana");
    // Only invitations store the people of a file, neither the stored answer nor an outcome.
    const stored = await api.deps.database.em.fork().execute<object[]>(`
      select answer as kept from idempotency_key where route like '%/invitations/csv'
      union all select l::text from invitation_import_line l union all select m::text from invitation_import m`);
    for (const email of people) expect(JSON.stringify(stored)).not.toContain(email.slice(-20));
    const replayed = await api.call("POST", path, sending);
    expect([replayed.status, replayed.data]).toEqual([201, sent.data]);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    const other = { ...sending, body: { csv: `${csv}\n${anEmail()};;` } };
    expect(refusalOf(await api.call("POST", path, other))).toBe("422 IDEMPOTENCY_KEY_REUSED");
    const again = await api.call("GET", `${path}/${importId}`, { token: owner.token });
    expect([again.status, again.data]).toEqual([200, sent.data]);
    const list = await api.call("GET", invitationsOf(owner), { token: owner.token });
    const { items } = invitationPageSchema.parse(list.data);
    expect(items).toHaveLength(11);
    const [scheduled] = items;
    expect(scheduled).toMatchObject({ status: "SCHEDULED", sendAt: lines.at(-1)?.sendAt });
    expect(items.at(-1)).toMatchObject({ name: "Ana", lastMail: { status: "PENDING" } });
    const refusals = [
      await api.call("POST", path, { ...sending, token: "none" }),
      await api.call("POST", path, { ...sending, token: stranger.token }),
      await api.call("POST", path, { ...sending, key: randomUUID(), body: { csv: "name\nAna" } }),
      await api.call("GET", `${path}/${importId}`, { token: "none" }),
      await api.call("GET", `${path}/${importId}`, { token: stranger.token }),
      await api.call("GET", `${path}/${randomUUID()}`, { token: owner.token }),
      await api.call("GET", `${path}/none`, { token: owner.token }),
    ];
    expect(refusals.map(refusalOf)).toEqual([
      "401 UNAUTHENTICATED",
      "404 NOT_FOUND",
      "400 VALIDATION_FAILED",
      "401 UNAUTHENTICATED",
      "404 NOT_FOUND",
      "404 NOT_FOUND",
      "400 VALIDATION_FAILED",
    ]);
  });

  test("answers 202 with the outcomes so far at its timeout; GET shows them, the actor completes the rest, and the replay is 201 with all", async () => {
    const { database, deps } = api;
    const hurried = await startApi({ issuer: issuer.issuer, database, fileAnswerMs: 250 });
    // One of two slots is taken, so that the second slice of the file waits longer than its request.
    const leave = await hurried.deps.fileQueue.wait("files");
    try {
      const { token, ...owner } = await registeredCoach(api, somebody(issuer));
      const path = `${invitationsOf({ token, ...owner })}/csv`;
      const people = Array.from({ length: 2 * CSV_SLICE + 5 }, anEmail);
      const sending = { token, key: randomUUID(), body: { csv: ["email", ...people].join("\n") } };
      const sent = await hurried.call("POST", path, sending);
      expect(sent.status).toBe(202);
      const { importId, lines, waiting } = csvOutcomeSchema.parse(sent.data);
      expect(lines.map(({ line }) => line)).toEqual(
        people.slice(0, CSV_SLICE).map((_, at) => at + 2),
      );
      expect(waiting).toBe(people.length - CSV_SLICE);
      const read = () => hurried.call("GET", `${path}/${importId}`, { token });
      expect((await read()).data).toEqual(sent.data);

      await moveClock(database.ownerUrl, CSV_ACTOR_SECONDS + 1);
      const settle = () =>
        settleImport(deps.database.em.fork(), { importId, invitationKey: deps.keys.invitation });
      while ((await settle()).open);
      const done = csvOutcomeSchema.parse((await read()).data);
      expect(done.waiting).toBe(0);
      expect(done.lines.slice(0, CSV_SLICE)).toEqual(lines);
      expect(done.lines.map(({ outcome }) => outcome)).toEqual(
        people.map((_, at) => (at < NEW_COACH_INVITATIONS_PER_DAY ? "INVITED" : "SCHEDULED")),
      );
      const replayed = await hurried.call("POST", path, sending);
      expect([replayed.status, replayed.data]).toEqual([201, done]);
    } finally {
      leave();
      await hurried.close();
    }
  });
});

describe("GET /workspaces/{workspaceId}/invitations", () => {
  test("lists them newest first without links, and continues from a cursor", async () => {
    const owner = await registeredCoach(api, somebody(issuer));
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
    const owner = await registeredCoach(api, somebody(issuer));
    const key = randomUUID();
    const body = { email: anEmail(), name: "Ana Silva" };
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
    ];
    expect(refusals.map(refusalOf)).toEqual([
      "401 UNAUTHENTICATED",
      "404 NOT_FOUND",
      "404 NOT_FOUND",
      "400 VALIDATION_FAILED",
      "400 VALIDATION_FAILED",
    ]);
  });

  test("shows an invitation past its time as expired", async () => {
    const owner = await registeredCoach(api, somebody(issuer));
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
    const owner = await registeredCoach(api, somebody(issuer));
    await registeredClient(api, owner, somebody(issuer));
    const { data } = await api.call("GET", invitationsOf(owner), { token: owner.token });
    const [item] = invitationPageSchema.parse(data).items;
    expect(refusalOf(await revoke(item?.invitationId ?? "", owner))).toBe(
      "409 INVITATION_CONSUMED",
    );
  });
});
