import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  buildOnboarded,
  type Onboarded,
  skip,
  submit,
} from "../factories/onboarding/onboarding-life.ts";
import { complete, open, override } from "../factories/onboarding/onboarding-states.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, appUrl, ownerUrl } = await useOrm(await useOwnDatabase());
const app = new Client({ connectionString: appUrl });
const owner = new Client({ connectionString: ownerUrl });
beforeAll(async () => {
  await app.connect();
  await owner.connect();
});
afterAll(async () => {
  await app.end();
  await owner.end();
});

const ACTIVE = "key = 'CLIENT_INVITE_V1' and status = 'ACTIVE'";

describe("the workflow definition CLIENT_INVITE_V1", () => {
  test("is defined by the system: a questionnaire that can be skipped, and since version 2 the baseline, which cannot", async () => {
    const { rows } = await app.query(
      `select key, version, status, steps from workflow_definition order by version`,
    );
    const step = { taskKey: "COACH_QUESTIONNAIRE", taskType: "QUESTIONNAIRE", sortOrder: 1 };
    const questionnaire = { ...step, skippable: true };
    const baseline = { taskKey: "BASELINE_PROFILE", taskType: "BASELINE", sortOrder: 2 };
    const second = [questionnaire, { ...baseline, skippable: false }];
    const key = "CLIENT_INVITE_V1";
    expect(rows).toEqual([
      { key, version: 1, status: "RETIRED", steps: [questionnaire] },
      { key, version: 2, status: "ACTIVE", steps: second },
    ]);
  });

  test.each([
    ["its steps", `update workflow_definition set steps = '[]' where ${ACTIVE}`],
    ["its version", `update workflow_definition set version = 7 where ${ACTIVE}`],
    ["back to a draft", `update workflow_definition set status = 'DRAFT' where ${ACTIVE}`],
    ["taken away", `delete from workflow_definition where ${ACTIVE}`],
  ])("is immutable once active, for every role: %s", async (_, statement) => {
    const refused = { message: "an active workflow definition is immutable", code: "23001" };
    for (const client of [app, owner]) {
      await expect(client.query(statement)).rejects.toMatchObject(refused);
    }
  });

  test("is the active one: a next version retires it", async () => {
    const next = `insert into workflow_definition (id, key, version, status, steps, created_at)
      values (gen_random_uuid(), 'CLIENT_INVITE_V1', $1, 'ACTIVE', '[]', now())`;
    const unique = { code: "23505" };
    await expect(app.query(next, [3])).rejects.toMatchObject({
      ...unique,
      constraint: "workflow_definition_active_unique",
    });
    await app.query("begin");
    await app.query(`update workflow_definition set status = 'RETIRED' where ${ACTIVE}`);
    await app.query(next, [3]);
    await app.query("rollback");
    await app.query("begin");
    await app.query(`update workflow_definition set status = 'RETIRED' where ${ACTIVE}`);
    await expect(app.query(next, [1])).rejects.toMatchObject({
      ...unique,
      constraint: "workflow_definition_key_version_unique",
    });
    await app.query("rollback");
  });
});

describe("records of an onboarding:", () => {
  let client: Onboarded;
  beforeAll(async () => {
    client = await buildOnboarded(em);
    await submit(em, client);
  });

  /** Inserts a row again under another id. */
  const again = (table: string, where: string) => `
    insert into ${table}
    select (jsonb_populate_record(row, '{"id": "${randomUUID()}"}')).* from ${table} row
     where ${where}`;

  test("a relationship has one instance of a definition", async () => {
    const twice = again("onboarding_instance", `id = '${client.instanceId}'`);
    await expect(app.query(twice)).rejects.toMatchObject({
      constraint: "onboarding_instance_relationship_definition_unique",
    });
  });

  test("an instance has one task of a key", async () => {
    const twice = again("onboarding_task", `id = '${client.taskId}'`);
    await expect(app.query(twice)).rejects.toMatchObject({
      constraint: "onboarding_task_instance_id_task_key_unique",
    });
  });

  test("a task has one questionnaire that is not cancelled, and that has one submission", async () => {
    const { formAssignmentId } = client;
    const second = again("form_assignment", `id = '${formAssignmentId}'`);
    await expect(app.query(second)).rejects.toMatchObject({
      constraint: "form_assignment_source_open_unique",
    });
    const other = again("form_submission", `assignment_id = '${formAssignmentId}'`);
    await expect(app.query(other)).rejects.toMatchObject({
      constraint: "form_submission_assignment_id_key",
    });
  });

  test.each([
    ["answers of a client", "form_submission", "answers = '{}'"],
    ["a line of the audit", "onboarding_audit_event", "actor = 'nobody'"],
  ])("nobody can edit %s", async (_, table, change) => {
    const refused = { code: "23001", message: `${table} is append-only` };
    for (const role of [app, owner]) {
      await expect(role.query(`update ${table} set ${change}`)).rejects.toMatchObject(refused);
    }
  });
});

type Step = (client: Onboarded) => Promise<unknown>;
const opening: Step = (client) => open(em, client);
const skipping: Step = (client) => skip(em, client);
const completing: Step = async (client) => complete(em, client, await submit(em, client));
const cancelling: Step = (client) => override(em, client, { type: "CANCEL" });
const nothing: Step = async () => {};

/** Rows of an event about this onboarding, by consumer. */
async function consumersOf(type: EventType, { instanceId }: Onboarded): Promise<string[]> {
  const rows = await em.fork().find(OutboxRow, { type, refs: { instanceId } });
  return rows.map(({ consumer }) => consumer).toSorted();
}

/** Every event of a client's onboarding (docs/rooms/onboarding.md#events), and its step. */
const FACTS: readonly {
  readonly type: EventType;
  readonly before: Step;
  readonly fact: Step;
  readonly wakes: boolean;
}[] = [
  { type: "ClientOnboardingStarted", before: nothing, fact: nothing, wakes: true },
  { type: "OnboardingQuestionnaireAssigned", before: nothing, fact: nothing, wakes: false },
  { type: "OnboardingTaskOpened", before: nothing, fact: opening, wakes: true },
  { type: "OnboardingTaskResumed", before: skipping, fact: opening, wakes: true },
  { type: "OnboardingTaskSkipped", before: nothing, fact: skipping, wakes: true },
  { type: "OnboardingQuestionnaireSkipped", before: nothing, fact: skipping, wakes: false },
  {
    type: "ClientOnboardingCompletedWithPendingTask",
    before: nothing,
    fact: skipping,
    wakes: false,
  },
  { type: "OnboardingTaskCompleted", before: skipping, fact: completing, wakes: true },
  { type: "OnboardingQuestionnaireSubmitted", before: skipping, fact: completing, wakes: false },
  { type: "ClientOnboardingCompleted", before: skipping, fact: completing, wakes: false },
  { type: "ClientOnboardingFinished", before: skipping, fact: completing, wakes: false },
  { type: "OnboardingTaskCancelled", before: nothing, fact: cancelling, wakes: true },
];

describe("an outbox row in the transaction of its fact, once", () => {
  test.each(FACTS)("$type", async ({ type, before, fact, wakes }) => {
    const client = await buildOnboarded(em, { status: "ONBOARDING" });
    await before(client);
    if (fact !== nothing) expect(await consumersOf(type, client)).toEqual([]);
    await fact(client);
    const consumers = await consumersOf(type, client);
    expect(consumers.filter((name) => name === "event-feed")).toHaveLength(1);
    expect(consumers.filter((name) => name === "onboarding-actor")).toHaveLength(wakes ? 1 : 0);
    const { actorId } = client;
    const waking = { type, consumer: "onboarding-actor", key: actorId } as const;
    expect(await em.fork().count(OutboxRow, waking)).toBe(wakes ? 1 : 0);
  });

  test("FormAssigned", async () => {
    const { formAssignmentId: subjectId } = await buildOnboarded(em);
    const where = { type: "FormAssigned", subjectId, consumer: "event-feed" } as const;
    expect(await em.fork().count(OutboxRow, where)).toBe(1);
  });

  test("OnboardingWorkflowDefined", async () => {
    const where = { type: "OnboardingWorkflowDefined", consumer: "event-feed" } as const;
    const rows = await em.fork().find(OutboxRow, where, { orderBy: { version: "asc" } });
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
  });

  test("is missing for an act that is rolled back", async () => {
    const client = await buildOnboarded(em);
    const { taskId, instanceId } = client;
    const skipped = transact(em, async (tx) => {
      await skipTask(tx, {
        taskId,
        clientUserId: client.client.userId,
        reason: null,
        requestId: null,
      });
      throw new Error("The act fails at its end");
    });
    await expect(skipped).rejects.toThrow("at its end");
    expect(await consumersOf("OnboardingTaskSkipped", client)).toEqual([]);
    expect(await em.fork().count(OnboardingTaskEvent, { instanceId, type: "skipped" })).toBe(0);
  });
});

describe("every change of a task", () => {
  test("has its task event and its audit row, with the person", async () => {
    const client = await buildOnboarded(em, { status: "ONBOARDING" });
    const { taskId } = client;
    await skipping(client);
    await opening(client);
    await completing(client);
    const fork = em.fork();
    const inOrder = { orderBy: { id: "asc" } } as const;
    const events = await fork.find(OnboardingTaskEvent, { taskId }, inOrder);
    const audit = await fork.find(OnboardingAuditEvent, { taskId }, inOrder);
    const { userId } = client.client;
    expect(events.map((each) => [each.type, each.actorKind, each.actorUserId])).toEqual([
      ["created", "SYSTEM", null],
      ["skipped", "CLIENT", userId],
      ["resumed", "CLIENT", userId],
      ["completed", "CLIENT", userId],
    ]);
    expect(audit.map((each) => [each.eventType, each.actor])).toEqual([
      ["created", "system"],
      ["skipped", userId],
      ["resumed", userId],
      ["completed", userId],
    ]);
  });

  test("emits ids alone: no reason, no answer, no contact", async () => {
    const client = await buildOnboarded(em);
    const { taskId, instanceId } = client;
    const clientUserId = client.client.userId;
    const reason = "planted-skip-reason";
    await transact(em, (tx) => skipTask(tx, { taskId, clientUserId, reason, requestId: null }));
    await complete(em, client, await submit(em, client, "planted-answer"));
    const fork = em.fork();
    const written = JSON.stringify([
      await fork.find(OutboxRow, { refs: { instanceId } }),
      await fork.find(OnboardingTaskEvent, { instanceId }),
      await fork.find(OnboardingAuditEvent, { instanceId }),
    ]);
    expect(written).toContain("OnboardingTaskSkipped");
    expect(written).not.toMatch(/planted|@example/);
  });
});
