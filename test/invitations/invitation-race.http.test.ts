import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { invitationValidationSchema } from "../../contract/invitations/schema.ts";
import { NEW_COACH_INVITATIONS_PER_DAY } from "../../contract/invitations/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { InvitationValidation } from "../../db/invitations/invitation-validation.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { eventually } from "../factories/eventually.ts";
import {
  clientForm,
  invitedBy,
  type Person,
  refusalOf,
  registerAsClient,
  registeredCoach,
  somebody,
  validatedFor,
} from "../factories/accounts/people.ts";
import type { TestAnswer } from "../harness/api.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const CONSUMERS = campaignSize("CONSUMERS", 60);

const { api, issuer: provider } = await useApi({ database: await useOwnDatabase() });

// All calls come from one address, so remove the failures that earlier tests counted.
beforeEach(() => em().nativeDelete(RateLimit, {}));

const em = () => api.deps.database.em.fork();

describe(`${CONSUMERS} simultaneous registrations with one invitation`, () => {
  test("by as many sign-ins with the same verified address give one relationship, and the rest are refused", async () => {
    const coach = await registeredCoach(api, somebody(provider));
    const email = `${randomUUID()}@example.com`;
    const { invitationId, invitationToken } = await invitedBy(api, coach, email);
    const racing = Array.from({ length: CONSUMERS }, () => randomUUID());
    const opened = await validationsFor(invitationId, racing);
    const attempts = opened.map(({ id: validationId, subject }) => {
      const person = somebody(provider, email);
      const token = () => person.token("CLIENT_MOBILE", { sub: subject });
      return { person: { ...person, token }, form: clientForm(invitationToken, validationId) };
    });
    const answers = await Promise.all(
      attempts.map(({ person, form }) => registerPatiently(person, form)),
    );
    const counts = countByOutcome(answers);
    expect(counts.get("200")).toBe(1);
    const tooLate =
      (counts.get("409 INVITATION_CONSUMED") ?? 0) + (counts.get("429 RATE_LIMITED") ?? 0);
    expect(tooLate).toBe(CONSUMERS - 1);
    const fork = em();
    expect(await fork.count(Relationship, { invitationId })).toBe(1);
    expect(await fork.count(User, { primaryEmail: email })).toBe(1);
    const subjects = await fork.count(AuthIdentity, { issuer: provider.issuer });
    expect(subjects).toBe(2);
    const invitation = await fork.findOneOrFail(Invitation, invitationId);
    expect(invitation.status).toBe("CONSUMED");
    const refused = await fork.count(AuthAuditEvent, { eventType: "INVITATION_REFUSED" });
    expect(refused).toBe(counts.get("409 INVITATION_CONSUMED") ?? 0);
  });

  test("by one sign-in give the same account and relationship to each that is admitted", async () => {
    const coach = await registeredCoach(api, somebody(provider));
    const person = somebody(provider);
    const { invitationId, invitationToken } = await invitedBy(api, coach, person.email);
    const token = await person.token("CLIENT_MOBILE");
    const validated = await api.call("POST", "/api/v1/client-invitations/validate", {
      token,
      body: { invitationToken },
    });
    const { validationId } = invitationValidationSchema.parse(validated.data);
    const form = clientForm(invitationToken, validationId);
    const answers = await Promise.all(
      Array.from({ length: CONSUMERS }, () => registerPatiently(person, form)),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    expect(admitted.length).toBeGreaterThan(0);
    expect(new Set(admitted.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 200).map(refusalOf);
    expect(others.filter((refusal) => refusal !== "429 RATE_LIMITED")).toEqual([]);
    expect(await em().count(Relationship, { invitationId })).toBe(1);
  });
});

test("A new coach beyond the sending limit learns when to retry, and the audit has it once", async () => {
  const coach = await registeredCoach(api, somebody(provider));
  await em().execute(
    `insert into auth_audit_event (id, user_id, event_type, actor, metadata, created_at)
     select uuidv7(), '${coach.userId}', 'INVITATION_CREATED', 'x', '{}', clock_now()
       from generate_series(1, ${NEW_COACH_INVITATIONS_PER_DAY - 1})`,
  );
  const { invitationId } = await invitedBy(api, coach, `${randomUUID()}@example.com`);
  const workspace = `/api/v1/workspaces/${coach.workspaceId}`;
  const email = `${randomUUID()}@example.com`;
  const key = randomUUID();
  const attempts = [
    api.call("POST", `${workspace}/invitations`, { token: coach.token, key, body: { email } }),
    api.call("POST", `${workspace}/member-invitations`, {
      token: coach.token,
      key: randomUUID(),
      body: { email },
    }),
    api.call("POST", `${workspace}/invitations/${invitationId}/resend`, {
      token: coach.token,
      key: randomUUID(),
    }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect(refusalOf(answer)).toBe("429 RATE_LIMITED");
    const seconds = Number(answer.headers.get("Retry-After"));
    expect([seconds > 86_300, seconds <= 86_400]).toEqual([true, true]);
  }
  const refused = { userId: coach.userId, eventType: "INVITATION_REFUSED" };
  expect(await em().find(AuthAuditEvent, refused)).toMatchObject([
    { metadata: { code: "RATE_LIMITED", step: "CREATION" } },
  ]);
});

test("A person who validated again registers with the last validation, not with the former", async () => {
  const coach = await registeredCoach(api, somebody(provider));
  const client = somebody(provider);
  const { invitationToken } = await invitedBy(api, coach, client.email);
  const former = await validatedFor(api, client, invitationToken);
  const last = await validatedFor(api, client, invitationToken);
  const withFormer = await registerAsClient(api, client, clientForm(invitationToken, former));
  expect(refusalOf(withFormer)).toBe("409 VALIDATION_EXPIRED");
  const withLast = await registerAsClient(api, client, clientForm(invitationToken, last));
  expect(withLast.status).toBe(200);
});

/**
 * Validates the invitation for each identity without the rate-limited route, one after the other. With many
 * simultaneous callers some would wait too long for a connection on a busy machine.
 */
async function validationsFor(invitationId: string, subjects: readonly string[]) {
  const fork = em();
  const now = new Date();
  const opened = subjects.map((subject) => ({
    id: randomUUID(),
    invitationId,
    provider: "email-password" as const,
    issuer: provider.issuer,
    tenant: "",
    subject,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 15 * 60_000),
  }));
  for (const validation of opened) fork.create(InvitationValidation, validation);
  await fork.flush();
  return opened;
}

function countByOutcome(answers: readonly TestAnswer[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const answer of answers) {
    const outcome = answer.status === 200 ? "200" : refusalOf(answer);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return counts;
}

/** A caller who waits too long for a lock gets a retryable answer, and retries. */
function registerPatiently(person: Person, form: unknown) {
  return eventually(
    () => registerAsClient(api, person, form),
    ({ status }) => status !== 503,
  );
}
