import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  invitationPreviewSchema,
  invitationValidationSchema,
} from "../../contract/invitations/schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  invitedBy,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PREVIEW = "/api/v1/client-invitations/preview";
const VALIDATE = "/api/v1/client-invitations/validate";
const DAY_SECONDS = 24 * 3600;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const coach = await registeredCoach(api, somebody(issuer));
const stranger = await registeredCoach(api, somebody(issuer));

// All tests call from one address; clear the limits so that no test counts another's attempts.
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await api.deps.database.em.fork().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();
const anEmail = () => `${randomUUID()}@example.com`;

describe("POST /client-invitations/preview", () => {
  test("shows anybody with the link who invites whom, without their own token", async () => {
    const { invitationToken, expiresAt } = await invitedBy(api, coach, "ana@example.com");
    const answer = await preview(invitationToken);
    expect(invitationPreviewSchema.parse(answer.data)).toEqual({
      workspaceName: "Cora Coach",
      coachDisplayName: "Cora Coach",
      contact: { kind: "EMAIL", masked: "a***@example.com" },
      expiresAt,
    });
    expect((await preview(invitationToken)).data).toEqual(answer.data);
  });

  test("does not find an unknown token of any form", async () => {
    const tokens = ["x", "A".repeat(43), "../../etc/passwd", "' or true --", randomUUID()];
    for (const token of tokens) expect(refusalOf(await preview(token))).toBe("404 NOT_FOUND");
  });

  test("says why an invitation is closed and audits the attempt", async () => {
    const { invitationId, invitationToken } = await invitedBy(api, coach, anEmail());
    await moveClock(api.database.ownerUrl, 14 * DAY_SECONDS);
    expect(refusalOf(await preview(invitationToken))).toBe("409 INVITATION_EXPIRED");
    const metadata = { code: "INVITATION_EXPIRED", step: "PREVIEW", invitationId };
    expect(await em().count(AuthAuditEvent, { eventType: "INVITATION_REFUSED", metadata })).toBe(1);
  });

  test("refuses an invitation into a suspended workspace", async () => {
    const owner = await registeredCoach(api, somebody(issuer));
    const { invitationToken } = await invitedBy(api, owner, anEmail());
    const { workspaceId: id } = owner;
    await em().nativeUpdate(CoachWorkspace, { id }, { status: "SUSPENDED" });
    expect(refusalOf(await preview(invitationToken))).toBe("403 WORKSPACE_SUSPENDED");
  });

  test("limits the sixth wrong attempt with one token", async () => {
    const token = randomUUID();
    for (let i = 0; i < 5; i += 1) await preview(token);
    const answer = await preview(token);
    expect(refusalOf(answer)).toBe("429 RATE_LIMITED");
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test.each([[{}], [{ invitationToken: 5 }], [{ invitationToken: "" }], [{ token: "x" }]])(
    "refuses %j as malformed",
    async (body) => {
      expect(refusalOf(await api.call("POST", PREVIEW, { body }))).toBe("400 VALIDATION_FAILED");
    },
  );
});

describe("POST /client-invitations/validate", () => {
  const validate = async (person = somebody(issuer), invitationToken: unknown = "x") =>
    api.call("POST", VALIDATE, {
      token: await person.token("CLIENT_MOBILE"),
      body: { invitationToken },
    });

  test("returns a proof of 15 minutes to the invited person, each time", async () => {
    const person = somebody(issuer);
    const { invitationToken } = await invitedBy(api, coach, person.email.toUpperCase());
    const first = invitationValidationSchema.parse((await validate(person, invitationToken)).data);
    const minutes = (Date.parse(first.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
    expect((await validate(person, invitationToken)).status).toBe(200);
  });

  test("refuses another person and an unverified e-mail", async () => {
    const person = somebody(issuer);
    const { invitationToken } = await invitedBy(api, coach, person.email);
    const mismatch = "403 INVITATION_CONTACT_MISMATCH";
    expect(refusalOf(await validate(somebody(issuer), invitationToken))).toBe(mismatch);
    const token = await person.token("CLIENT_MOBILE", { email_verified: false });
    const body = { invitationToken };
    expect(refusalOf(await api.call("POST", VALIDATE, { token, body }))).toBe(mismatch);
  });

  test("refuses a client of another coach and a coach of another workspace", async () => {
    const client = somebody(issuer);
    await registeredClient(api, stranger, client);
    const toClient = await invitedBy(api, coach, client.email);
    expect(refusalOf(await validate(client, toClient.invitationToken))).toBe(
      "409 CLIENT_ALREADY_HAS_ACTIVE_COACH",
    );
    const toCoach = await invitedBy(api, coach, stranger.person.email);
    expect(refusalOf(await validate(stranger.person, toCoach.invitationToken))).toBe(
      "409 STATE_CONFLICT",
    );
  });

  test("does not find an unknown token", async () => {
    expect(refusalOf(await validate())).toBe("404 NOT_FOUND");
  });

  test("refuses a missing token, the web and a malformed body", async () => {
    const body = { invitationToken: "x" };
    expect(refusalOf(await api.call("POST", VALIDATE, { body }))).toBe("401 UNAUTHENTICATED");
    for (const app of ["WEB", "COACH_MOBILE"] as const) {
      const token = await somebody(issuer).token(app);
      const answer = await api.call("POST", VALIDATE, { token, body });
      expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
    }
    expect(refusalOf(await validate(somebody(issuer), 5))).toBe("400 VALIDATION_FAILED");
  });
});

function preview(invitationToken: unknown) {
  return api.call("POST", PREVIEW, { body: { invitationToken } });
}
