import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  createdInvitationSchema,
  invitationPageSchema,
} from "../../contract/invitations/schema.ts";
import {
  type InvitationStatus,
  NEW_COACH_INVITATIONS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { mailInvitation } from "../../activities/invitations/mail-invitation.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type RegisteredCoach,
  clientForm,
  invitedBy,
  refusalOf,
  registerAsClient,
  registeredClient,
  registeredCoach,
  somebody,
  tokenOf,
  validatedFor,
} from "../factories/accounts/people.ts";
import { PROVING_PHONES } from "../factories/providers/providers.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const DAY_SECONDS = 24 * 60 * 60;

const { api, issuer: provider } = await useApi({
  database: await useOwnDatabase(),
  authProviders: PROVING_PHONES,
});
beforeEach(() => moveClock(api.database.ownerUrl, 0));

const em = () => api.deps.database.em.fork();
const newCoach = () => registeredCoach(api, somebody(provider));

describe("POST .../invitations/{invitationId}/resend", () => {
  test("creates a new link, ends the old one, and restarts the 14 days", async () => {
    const coach = await newCoach();
    const first = await invitedBy(api, coach, somebody(provider).email);
    await moveClock(api.database.ownerUrl, 10 * DAY_SECONDS);
    const answer = await resend(coach, first.invitationId);
    const second = createdInvitationSchema.parse(answer.data);
    expect(second).toMatchObject({ status: "ACTIVE", generation: 2, contact: first.contact });
    expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBeGreaterThan(
      10 * DAY_SECONDS * 1000 - 1,
    );
    expect(refusalOf(await preview(first.invitationToken))).toBe("409 INVITATION_REPLACED");
    expect((await preview(tokenOf(second.link))).status).toBe(200);
    const refused = { eventType: "INVITATION_REFUSED", userId: null };
    const metadata = { code: "INVITATION_REPLACED", step: "PREVIEW" };
    const attempts = await em().find(AuthAuditEvent, refused);
    expect(attempts.map((attempt) => attempt.metadata)).toContainEqual({
      ...metadata,
      invitationId: first.invitationId,
    });
    const audits = { userId: coach.userId, eventType: "INVITATION_RESENT" };
    expect(await em().count(AuthAuditEvent, audits)).toBe(1);
  });

  test("mails the new link, and no longer mails the old one", async () => {
    const coach = await newCoach();
    const { invitationId } = await invitedBy(api, coach, somebody(provider).email);
    const { link } = createdInvitationSchema.parse((await resend(coach, invitationId)).data);
    const sent: Message[] = [];
    const { keys, publicUrl } = api.deps;
    const deps = {
      em: api.deps.database.em,
      mailer: { send: async (message: Message) => void sent.push(message) },
      invitationKey: keys.invitation,
      publicUrl,
    };
    const rows = await em().find(OutboxRow, { subjectId: invitationId, consumer: "mail" });
    expect(rows.map(({ type }) => type).toSorted()).toEqual([
      "ClientInvitationResent",
      "ClientInvited",
    ]);
    for (const row of rows) await mailInvitation(deps, row);
    expect(sent.map(({ text }) => text.includes(link))).toEqual([true]);
  });

  test("repeated under its key returns the same link and creates no third", async () => {
    const coach = await newCoach();
    const { invitationId } = await invitedBy(api, coach, somebody(provider).email);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => resend(coach, invitationId, key)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    const row = await em().findOneOrFail(Invitation, invitationId);
    expect(row.generation).toBe(2);
    const rows = JSON.stringify(await em().find(OutboxRow, { subjectId: row.id }));
    const { link } = createdInvitationSchema.parse(answers[0]?.data);
    expect(rows).not.toContain(tokenOf(link));
    const path = `${pathOf(coach)}/${invitationId}/resend`;
    expect(refusalOf(await api.call("POST", path, { token: coach.token }))).toBe(
      "400 VALIDATION_FAILED",
    );
  });

  test("by as many simultaneous requests as a new coach may send creates a link each, and the last one opens", async () => {
    const coach = await newCoach();
    // By phone, because one address is mailed at most three times a day.
    const body = { phone: "+49 151 234 56 78" };
    const request = { token: coach.token, key: randomUUID(), body };
    const first = await api.call("POST", pathOf(coach), request);
    const { invitationId } = createdInvitationSchema.parse(first.data);
    const answers = await Promise.all(
      Array.from({ length: NEW_COACH_INVITATIONS_PER_DAY - 1 }, () => resend(coach, invitationId)),
    );
    const links = answers.map(({ data }) => createdInvitationSchema.parse(data));
    expect(new Set(links.map(({ generation }) => generation)).size).toBe(links.length);
    const opened = await Promise.all(links.map(({ link }) => preview(tokenOf(link))));
    const open = links.filter((_link, index) => opened[index]?.status === 200);
    expect(open.map(({ generation }) => generation)).toEqual([links.length + 1]);
  });

  test("reopens an expired invitation, and an earlier validation stays valid for the invited person", async () => {
    const coach = await newCoach();
    const person = somebody(provider);
    const first = await invitedBy(api, coach, person.email);
    await moveClock(api.database.ownerUrl, 15 * DAY_SECONDS);
    expect(refusalOf(await preview(first.invitationToken))).toBe("409 INVITATION_EXPIRED");
    const answer = await resend(coach, first.invitationId);
    const token = tokenOf(createdInvitationSchema.parse(answer.data).link);
    const validationId = await validatedFor(api, person, token);
    const stale = await registerAsClient(
      api,
      person,
      clientForm(first.invitationToken, validationId),
    );
    expect(refusalOf(stale)).toBe("409 INVITATION_REPLACED");
    const registered = await registerAsClient(api, person, clientForm(token, validationId));
    expect(registered.status).toBe(200);
  });

  test("is refused for a consumed and a revoked one, and changes nothing", async () => {
    const coach = await newCoach();
    await registeredClient(api, coach, somebody(provider));
    const [consumed] = await listed(coach, "CONSUMED");
    expect(refusalOf(await resend(coach, consumed?.invitationId ?? ""))).toBe(
      "409 INVITATION_CONSUMED",
    );
    const { invitationId } = await invitedBy(api, coach, somebody(provider).email);
    await api.call("POST", `${pathOf(coach)}/${invitationId}/revoke`, { token: coach.token });
    expect(refusalOf(await resend(coach, invitationId))).toBe("409 INVITATION_REVOKED");
    expect(await listed(coach, "REVOKED")).toMatchObject([{ invitationId, generation: 1 }]);
  });

  test("is closed to strangers, clients and anonymous callers; a foreign one is answered like an unknown one", async () => {
    const [coach, stranger] = [await newCoach(), await newCoach()];
    const { invitationId } = await invitedBy(api, coach, somebody(provider).email);
    const client = await registeredClient(api, coach, somebody(provider));
    const path = `${pathOf(coach)}/${invitationId}/resend`;
    const key = randomUUID();
    expect(refusalOf(await api.call("POST", path, { key }))).toBe("401 UNAUTHENTICATED");
    const foreign = { token: stranger.token, key };
    expect(refusalOf(await api.call("POST", path, foreign))).toBe("404 NOT_FOUND");
    expect(refusalOf(await resend(stranger, invitationId))).toBe("404 NOT_FOUND");
    expect(refusalOf(await resend(stranger, randomUUID()))).toBe("404 NOT_FOUND");
    expect(refusalOf(await resend(coach, "no-id"))).toBe("400 VALIDATION_FAILED");
    const token = await client.person.token("CLIENT_MOBILE");
    expect(refusalOf(await api.call("POST", path, { token, key }))).toBe("403 APP_ROLE_MISMATCH");
  });
});

describe("GET .../invitations?status=", () => {
  test("filters by the present status: an invitation expires before that is written", async () => {
    const coach = await newCoach();
    const open = await invitedBy(api, coach, somebody(provider).email);
    const ids = async (status: InvitationStatus) =>
      (await listed(coach, status)).map(({ invitationId }) => invitationId);
    expect(await ids("ACTIVE")).toEqual([open.invitationId]);
    expect(await ids("EXPIRED")).toEqual([]);
    await moveClock(api.database.ownerUrl, 14 * DAY_SECONDS + 1);
    expect(await ids("ACTIVE")).toEqual([]);
    expect(await listed(coach, "EXPIRED")).toMatchObject([{ status: "EXPIRED" }]);
    expect((await em().findOneOrFail(Invitation, open.invitationId)).status).toBe("ACTIVE");
    const next = await invitedBy(api, coach, somebody(provider).email);
    expect((await em().findOneOrFail(Invitation, open.invitationId)).status).toBe("EXPIRED");
    expect(await ids("EXPIRED")).toEqual([open.invitationId]);
    expect(await ids("ACTIVE")).toEqual([next.invitationId]);
  });

  test("refuses an unknown status and the cursor of another filter", async () => {
    const coach = await newCoach();
    await invitedBy(api, coach, somebody(provider).email);
    await invitedBy(api, coach, somebody(provider).email);
    const get = (query: string) =>
      api.call("GET", `${pathOf(coach)}?${query}`, { token: coach.token });
    expect(refusalOf(await get("status=OPEN"))).toBe("400 VALIDATION_FAILED");
    const page = invitationPageSchema.parse((await get("status=ACTIVE&limit=1")).data);
    const cursor = encodeURIComponent(page.nextCursor ?? "");
    expect((await get(`status=ACTIVE&limit=1&cursor=${cursor}`)).status).toBe(200);
    expect(refusalOf(await get(`limit=1&cursor=${cursor}`))).toBe("400 CURSOR_INVALID");
  });
});

function pathOf({ workspaceId }: RegisteredCoach) {
  return `/api/v1/workspaces/${workspaceId}/invitations`;
}

function resend(coach: RegisteredCoach, id: string, key: string = randomUUID()) {
  return api.call("POST", `${pathOf(coach)}/${id}/resend`, { token: coach.token, key });
}

function preview(invitationToken: string) {
  return api.call("POST", "/api/v1/client-invitations/preview", { body: { invitationToken } });
}

async function listed(coach: RegisteredCoach, status?: InvitationStatus) {
  const query = status === undefined ? "" : `?status=${status}`;
  const { data } = await api.call("GET", `${pathOf(coach)}${query}`, { token: coach.token });
  return invitationPageSchema.parse(data).items;
}
