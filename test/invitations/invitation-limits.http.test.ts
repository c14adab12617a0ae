import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { INVITATIONS_PER_HOUR } from "../../contract/invitations/vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import {
  clientForm,
  invitedBy,
  refusalOf,
  registerAsClient,
  registeredCoach,
  somebody,
  validatedFor,
} from "../factories/people.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});
const em = () => api.deps.database.em.fork();

test("a coach who has sent too many hears when to go on; the audit has it once", async () => {
  const coach = await registeredCoach(api, somebody(issuer));
  await em().execute(
    `insert into auth_audit_event (id, user_id, event_type, actor, metadata, created_at)
     select gen_random_uuid(), '${coach.userId}', 'INVITATION_CREATED', 'x', '{}', clock_now()
       from generate_series(1, ${INVITATIONS_PER_HOUR - 1})`,
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
    expect([seconds > 3_500, seconds <= 3_600]).toEqual([true, true]);
  }
  const refused = { userId: coach.userId, eventType: "INVITATION_REFUSED" };
  expect(await em().find(AuthAuditEvent, refused)).toMatchObject([
    { metadata: { code: "RATE_LIMITED", step: "CREATION" } },
  ]);
});

test("who validated again registers with the last validation, not with the former", async () => {
  const coach = await registeredCoach(api, somebody(issuer));
  const client = somebody(issuer);
  const { invitationToken } = await invitedBy(api, coach, client.email);
  const former = await validatedFor(api, client, invitationToken);
  const last = await validatedFor(api, client, invitationToken);
  const withFormer = await registerAsClient(api, client, clientForm(invitationToken, former));
  expect(refusalOf(withFormer)).toBe("409 VALIDATION_EXPIRED");
  const withLast = await registerAsClient(api, client, clientForm(invitationToken, last));
  expect(withLast.status).toBe(200);
});
