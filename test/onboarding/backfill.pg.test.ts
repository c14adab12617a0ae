import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Client } from "pg";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { findDefaultVersionId } from "../../db/forms/queries.ts";
import { migrate } from "../../db/platform/migrate.ts";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { findOnboarding } from "../../db/onboarding/queries.ts";
import { openDatabase, type Database } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { ScopeChange } from "../../db/sync/scope-change.ts";
import { transact } from "../../db/transact.ts";
import { type EarlierDatabase, openEarlierDatabase } from "../factories/earlier-database.ts";
import { findInconsistencies } from "../factories/onboarding-consistency.ts";
import { openTestDatabase } from "../harness/database.ts";

const coachId = randomUUID();
const workspaceId = randomUUID();

interface EarlierClient {
  readonly userId: string;
  readonly relationshipId: string;
  readonly status: RelationshipStatus;
}
const clients: readonly EarlierClient[] = RELATIONSHIP_STATUSES.map((status) => ({
  userId: randomUUID(),
  relationshipId: randomUUID(),
  status,
}));

let earlier: EarlierDatabase;
let database: Database;

beforeAll(async () => {
  earlier = await openEarlierDatabase(await openTestDatabase(), "0013-append-only", fill);
  await migrate(earlier.ownerUrl);
  database = openDatabase({ url: earlier.appUrl, poolSize: 2, applicationName: "backfill-test" });
});
afterAll(async () => {
  await database.close();
  await earlier.drop();
});

async function fill(client: Client): Promise<void> {
  await addUser(client, coachId, "COACH");
  await client.query(
    `insert into coach_workspace values ($1::uuid, $2, 'Strong', $1::uuid::text, 'ACTIVE', '{}', now(), now())`,
    [workspaceId, coachId],
  );
  for (const each of clients) await addClient(client, each);
}

async function addUser(client: Client, id: string, role: string): Promise<void> {
  await client.query(
    `insert into app_user (id, display_name, status, roles, created_at, updated_at)
     values ($1, 'Ana', 'ACTIVE', array[$2], now(), now())`,
    [id, role],
  );
}

async function addClient(client: Client, { userId, relationshipId, status }: EarlierClient) {
  const invitationId = randomUUID();
  await addUser(client, userId, "CLIENT");
  await client.query(
    `insert into client_profile (id, user_id, display_name, timezone, locale, onboarding_status,
                                 privacy_settings, created_at, updated_at)
     values ($1::uuid, $1::uuid, 'Ana', 'Europe/Berlin', 'de', 'NOT_STARTED', '{}', now(), now())`,
    [userId],
  );
  await client.query(
    `insert into invitation (id, workspace_id, invited_by_user_id, target_email, status, generation,
                             token_hash, expires_at, created_at, updated_at)
     values ($1::uuid, $2, $3, 'ana@example.com', 'CONSUMED', 1, $1::uuid::text, now(), now(), now())`,
    [invitationId, workspaceId, coachId],
  );
  await client.query(
    `insert into relationship (id, workspace_id, coach_user_id, client_user_id, invitation_id, status,
                               timezone, started_at, ended_at, updated_at, paused_at, resumes_as)
     values ($1, $2, $3, $4, $5, $6::text, 'Europe/Berlin', now() - interval '30 days',
             case when $6 = 'ENDED' then now() end, now(), case when $6 = 'PAUSED' then now() end,
             case when $6 = 'PAUSED' then 'ACTIVE' end)`,
    [relationshipId, workspaceId, coachId, userId, invitationId, status],
  );
  await client.query("insert into relationship_scope values ($1, 7, $2)", [
    relationshipId,
    randomUUID(),
  ]);
}

function clientWith(status: RelationshipStatus): EarlierClient {
  const found = clients.find((each) => each.status === status);
  if (found === undefined) throw new Error(`Nobody is ${status}`);
  return found;
}
const open = clients.filter(({ status }) => status !== "ENDED");

describe("Who was a client before onboarding was there", () => {
  test.each(open)("gets it ready, $status", async ({ relationshipId, userId, status }) => {
    const em = database.em.fork();
    const view = await findOnboarding(em, relationshipId);
    expect(view).toMatchObject({
      definitionKey: "CLIENT_INVITE_V1",
      status: status === "PAUSED" ? "PAUSED" : "IN_PROGRESS",
      resumesAs: status === "PAUSED" ? "IN_PROGRESS" : null,
      programAssignmentBlocked: false,
      nutritionAssignmentBlocked: false,
      task: { taskKey: "COACH_QUESTIONNAIRE", taskType: "QUESTIONNAIRE", status: "READY" },
      questionnaire: {
        formVersionId: await findDefaultVersionId(em, workspaceId),
        status: "ASSIGNED",
      },
    });
    const profile = await em.findOneOrFail(ClientProfile, { userId });
    expect(profile.onboardingStatus).toBe("IN_PROGRESS");
  });

  test.each(open)("has its history, audit and devices' change, $status", async (each) => {
    const em = database.em.fork();
    const { relationshipId } = each;
    const { id: instanceId } = await em.findOneOrFail(OnboardingInstance, { relationshipId });
    const created = { instanceId, actorKind: "SYSTEM" } as const;
    expect(await em.count(OnboardingTaskEvent, { ...created, type: "created" })).toBe(1);
    expect(await em.count(OnboardingAuditEvent, { ...created, eventType: "created" })).toBe(1);
    expect((await em.findOneOrFail(RelationshipScope, relationshipId)).seq).toBe(8);
    const { changes } = await em.findOneOrFail(ScopeChange, { relationshipId, seq: 8 });
    const view = await findOnboarding(em, relationshipId);
    expect(changes).toEqual({ form_assignment: [view?.task.formAssignmentId] });
  });

  test.each(open)(
    "is told to the feed and wakes the actor, and nobody else, $status",
    async (each) => {
      const em = database.em.fork();
      const { relationshipId } = each;
      const { id: instanceId } = await em.findOneOrFail(OnboardingInstance, { relationshipId });
      const rows = await em.find(OutboxRow, { refs: { relationshipId } });
      const told = rows.map(({ type, consumer, key }) => `${type} to ${consumer}: ${key}`);
      const view = await findOnboarding(em, relationshipId);
      expect(new Set(told)).toEqual(
        new Set([
          `ClientOnboardingStarted to event-feed: ${instanceId}`,
          `ClientOnboardingStarted to onboarding-actor: onboarding/${instanceId}`,
          `FormAssigned to event-feed: ${view?.task.formAssignmentId}`,
          `OnboardingQuestionnaireAssigned to event-feed: ${view?.task.id}`,
        ]),
      );
      expect(told).toHaveLength(4);
    },
  );

  test("has none if the relationship has ended", async () => {
    const em = database.em.fork();
    const { relationshipId, userId } = clientWith("ENDED");
    expect(await findOnboarding(em, relationshipId)).toBeNull();
    const profile = await em.findOneOrFail(ClientProfile, { userId });
    expect(profile.onboardingStatus).toBe("NOT_STARTED");
    expect(await em.count(OutboxRow, { refs: { relationshipId } })).toBe(0);
  });

  test("goes on like everybody, and all rows fit together", async () => {
    const em = database.em.fork();
    expect(await findInconsistencies(em)).toEqual([]);
    const { relationshipId, userId } = clientWith("ACTIVE");
    const taskId = (await findOnboarding(em, relationshipId))?.task.id ?? "";
    const skip = { taskId, clientUserId: userId, reason: null, requestId: null };
    await transact(em, (tx) => skipTask(tx, skip));
    expect(await findOnboarding(em, relationshipId)).toMatchObject({
      status: "COMPLETED_WITH_PENDING_TASK",
    });
    expect(await findInconsistencies(em)).toEqual([]);
  });
});
