import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { mailInvitation } from "../../activities/invitations/mail-invitation.ts";
import {
  createdInvitationSchema,
  invitationValidationSchema,
} from "../../contract/invitations/schema.ts";
import { coachRegistrationAnswerSchema } from "../../contract/workspaces/coach-schema.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { registrationForm } from "../factories/accounts/identity.ts";
import { clientForm, tokenOf } from "../factories/accounts/people.ts";
import { startApi } from "../harness/api.ts";
import { tokenFor } from "../harness/tokens.ts";

const COACH_EMAIL = `coach-${randomUUID()}@example.test`;
const CLIENT_EMAIL = `client-${randomUUID()}@example.test`;

const lines: string[] = [];

const api = await startApi({ onLog: (line) => lines.push(JSON.stringify(line)) });
afterAll(() => api.close());

test("The invitation token is in no table and no log after inviting, previewing, mailing and registering", async () => {
  const coachToken = await tokenFor(COACH_EMAIL, { clientId: "sideline-coach-mobile" });
  const clientToken = await tokenFor(CLIENT_EMAIL, { clientId: "sideline-client-mobile" });
  const asCoach = { token: coachToken };
  const asClient = { token: clientToken };
  const coach = coachRegistrationAnswerSchema.parse(
    (
      await api.call("POST", "/api/v1/auth/coach-registration", {
        ...asCoach,
        body: registrationForm(),
      })
    ).data,
  );
  const invite = { ...asCoach, key: "invite-1", body: { email: CLIENT_EMAIL } };
  const path = `/api/v1/workspaces/${coach.workspace.workspaceId}/invitations`;
  const invitation = createdInvitationSchema.parse((await api.call("POST", path, invite)).data);
  await api.call("POST", path, invite);
  const invitationToken = tokenOf(invitation.link);
  await api.call("POST", "/api/v1/client-invitations/preview", { body: { invitationToken } });
  const opened = { ...asClient, body: { invitationToken } };
  const { validationId } = invitationValidationSchema.parse(
    (await api.call("POST", "/api/v1/client-invitations/validate", opened)).data,
  );
  const subjectId = invitation.invitationId;
  const mailed: string[] = [];
  const row = await api.deps.database.em
    .fork()
    .findOneOrFail(OutboxRow, { consumer: "mail", subjectId });
  await mailInvitation(
    {
      em: api.deps.database.em,
      mailer: { send: async ({ text }) => void mailed.push(text) },
      invitationKey: api.deps.keys.invitation,
      publicUrl: api.deps.publicUrl,
    },
    { eventId: row.eventId, subjectId, version: row.version },
  );
  expect(mailed.join()).toContain(invitationToken);
  const form = clientForm(invitationToken, validationId);
  const registration = "/api/v1/auth/client-onboarding-registration";
  const stolen = { token: coachToken, body: form };
  await api.call("POST", registration, stolen);
  const registered = await api.call("POST", registration, { ...asClient, body: form });
  expect(registered.status).toBe(200);

  const found = await everything();
  expect(tablesWith(found, subjectId).length).toBeGreaterThan(4);
  expect(tablesWith(found, invitationToken)).toEqual([]);
  expect(lines.filter((line) => line.includes(invitationToken))).toEqual([]);
  // Contacts are only in the columns meant for them.
  expect(tablesWith(found, CLIENT_EMAIL).toSorted()).toEqual(["app_user", "invitation"]);
  expect(tablesWith(found, COACH_EMAIL)).toEqual(["app_user"]);
  const personal = lines.filter(
    (line) => line.includes(CLIENT_EMAIL) || line.includes(COACH_EMAIL),
  );
  expect(personal).toEqual([]);
});

/** Returns all rows of every table as text, by table. */
async function everything(): Promise<Map<string, string>> {
  const client = new Client({ connectionString: api.database.superuserUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    );
    const found = new Map<string, string>();
    for (const { name } of tables.rows) {
      const rows = await client.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n') as text from ${name} t`,
      );
      found.set(name, rows.rows[0]?.text ?? "");
    }
    return found;
  } finally {
    await client.end();
  }
}

function tablesWith(found: Map<string, string>, text: string) {
  return [...found].filter(([, rows]) => rows.includes(text)).map(([name]) => name);
}
