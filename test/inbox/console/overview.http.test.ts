import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { workspaceOverviewSchema } from "../../../contract/inbox/console/overview-schema.ts";
import { setRelationshipStatus } from "../../factories/accounts/identity.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { useInboxDesk } from "../../factories/inbox/inbox-desk.ts";
import { rosterDesk } from "../../factories/inbox/roster-desk.ts";
import { type Phone, refusalBody, refusalOf } from "../../factories/sync/phone.ts";
import { recordStatements } from "../../harness/record-statements.ts";

const desk = await useInboxDesk();
const { api } = desk;
const { em } = api.deps.database;
const { addClients, idsOf, pageOf, put, putDay, report, run } = rosterDesk(api);

const read = async (of: Phone) =>
  workspaceOverviewSchema.parse((await desk.call(of, "overview")).data);

test("The overview counts the views of inbox and roster as the lists show them, for the caller", async () => {
  const phone = await desk.phone();
  const [second, third, ended] = await addClients(phone, 3);
  const [past, later] = [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)];
  await put(phone, phone.relationshipId, { severity: "URGENT" });
  await put(phone, phone.relationshipId, { severity: "HIGH", dueAt: past });
  await put(phone, second, { status: "SNOOZED", snoozedUntil: past });
  const other = await put(phone, third, { status: "SNOOZED", snoozedUntil: later });
  await run(sql`update coach_task set assigned_coach_user_id = ${phone.pair.client.userId}
    where severity = 'HIGH' and workspace_id = ${phone.pair.workspaceId}`);
  await putDay(phone.relationshipId, { ago: 1, counted: 10, score: 1 });
  await putDay(second, { ago: 1, counted: 10, score: 9 });
  await report(phone.deviceId, { depth: 2, rejected: 0, at: "2026-01-05T08:00:00.000Z" });
  await setRelationshipStatus(em, third ?? "", "PAUSED");
  await setRelationshipStatus(em, ended ?? "", "ENDED");
  const { inbox, clients } = await read(phone);
  expect(inbox).toEqual({
    ...(await desk.counts(phone)),
    open: 3,
    badge: 3,
    snoozed: 1,
    urgent: 1,
    highSeverity: 2,
    overdue: 1,
    mine: 2,
    unread: 3,
  });
  const mine = await desk.list(phone, `?coachUserId=${phone.pair.coach.userId}&limit=100`);
  expect(mine).toHaveLength(inbox.mine);
  expect(mine.map(({ taskId }) => taskId)).not.toContain(other.id);
  expect(clients).toEqual({
    total: 3,
    onboarding: 0,
    active: 2,
    paused: 1,
    mine: 3,
    needAttention: 2,
    unsynced: 1,
    byBucket: [
      { bucket: "ON_TRACK", count: 1 },
      { bucket: "OFF_TRACK", count: 1 },
      { bucket: "TOO_FEW", count: 1 },
    ],
  });
  for (const { bucket, count } of clients.byBucket)
    expect(await idsOf(phone, { bucket })).toHaveLength(count);
  const { items } = await pageOf(phone);
  expect(items.filter(({ attention }) => attention !== null)).toHaveLength(clients.needAttention);
});

test("The overview counts open onboardings, invitations, plans and forms; archived and ended ones do not count", async () => {
  const phone = await desk.phone();
  const { workspaceId } = phone.pair;
  const before = await read(phone);
  await run(sql`update onboarding_instance set program_assignment_blocked = true
    where relationship_id = ${phone.relationshipId}`);
  const copies = (table: "plan" | "form_definition", statuses: readonly string[]) =>
    run(sql`insert into ${sql.table(table)}
      select made.* from (select * from ${sql.table(table)} order by created_at limit 1) one
      cross join unnest(${statuses}::text[]) wanted (status)
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, to_jsonb(one)
        || jsonb_build_object('id', gen_random_uuid(), 'status', wanted.status,
          'workspace_id', ${workspaceId}::text, 'is_workspace_default', false)) made`);
  await copies("plan", ["DRAFT", "DRAFT", "PUBLISHED", "ARCHIVED"]);
  await copies("form_definition", ["DRAFT", "PUBLISHED", "PUBLISHED"]);
  const after = await read(phone);
  expect([before.onboardings, after.onboardings]).toEqual([
    { open: 1, blocking: 0 },
    { open: 1, blocking: 1 },
  ]);
  expect(after.plans).toEqual({
    published: before.plans.published + 1,
    drafts: before.plans.drafts + 2,
  });
  expect(after.forms).toEqual({
    published: before.forms.published + 2,
    drafts: before.forms.drafts + 1,
  });
  expect(after.invitations).toEqual(before.invitations);
  await setRelationshipStatus(em, phone.relationshipId, "ENDED");
  expect((await read(phone)).onboardings).toEqual({ open: 0, blocking: 0 });
});

test("The overview of a workspace without clients is all zeros", async () => {
  const phone = await desk.phone();
  await setRelationshipStatus(em, phone.relationshipId, "ENDED");
  const { clients, inbox } = await read(phone);
  expect(clients).toMatchObject({ total: 0, mine: 0, needAttention: 0, byBucket: [] });
  expect(inbox).toMatchObject({ badge: 0, mine: 0, unread: 0, urgent: 0, byType: [] });
});

test("The overview takes the same number of statements for few clients and many", async () => {
  const phone = await desk.phone();
  const counted = async () =>
    (await recordStatements(() => read(phone))).sent.filter(isStatement).length;
  await read(phone);
  const alone = await counted();
  for (const id of await addClients(phone, 3)) await put(phone, id);
  expect(await counted()).toBe(alone);
});

test("The overview is for the coaches of the workspace; a foreign workspace, a malformed id and an unknown one get the same answer", async () => {
  const [own, stranger] = [await desk.phone(), await desk.phone()];
  const path = `/api/v1/workspaces/${own.pair.workspaceId}/overview`;
  expect((await api.call("GET", path, {})).status).toBe(401);
  expect(refusalOf(await api.call("GET", path, { token: own.token }))).toMatchObject({
    status: 403,
    code: "APP_ROLE_MISMATCH",
  });
  const token = stranger.pair.coachToken;
  const foreign = await api.call("GET", path, { token });
  const unknown = await api.call("GET", `/api/v1/workspaces/${randomUUID()}/overview`, { token });
  expect(foreign.status).toBe(404);
  expect(refusalBody(foreign)).toEqual(refusalBody(unknown));
  const malformed = await api.call("GET", "/api/v1/workspaces/mine/overview", { token });
  expect(refusalBody(malformed)).toEqual(refusalBody(unknown));
});
