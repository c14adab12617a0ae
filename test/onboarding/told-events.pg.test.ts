import { afterAll, describe, expect, test } from "@jest/globals";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { openDatabase } from "../../db/orm.ts";
import { OnboardingAuditEvent } from "../../db/onboarding/onboarding-audit-event.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/transact.ts";
import { buildOnboarded, type Onboarded, skip, submit } from "../factories/onboarding-life.ts";
import { complete, open, override } from "../factories/onboarding-states.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "told-events-test" });
const { em } = database;
afterAll(() => database.close());

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

/**
 * Every event that a client's way through an onboarding gives (docs/rules.md#onboarding-events), and its
 * step.
 */
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

describe("An outbox row in the transaction of its fact, once", () => {
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
    const told = { type: "FormAssigned", subjectId, consumer: "event-feed" } as const;
    expect(await em.fork().count(OutboxRow, told)).toBe(1);
  });

  test("OnboardingWorkflowDefined", async () => {
    const told = { type: "OnboardingWorkflowDefined", consumer: "event-feed" } as const;
    expect(await em.fork().count(OutboxRow, told)).toBe(1);
  });

  test("and none of an act that is rolled back", async () => {
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

describe("Every change of a task", () => {
  test("has its task event and its audit row, by whom", async () => {
    const client = await buildOnboarded(em, { status: "ONBOARDING" });
    const { instanceId } = client;
    await skipping(client);
    await opening(client);
    await completing(client);
    const fork = em.fork();
    const inOrder = { orderBy: { id: "asc" } } as const;
    const events = await fork.find(OnboardingTaskEvent, { instanceId }, inOrder);
    const audit = await fork.find(OnboardingAuditEvent, { instanceId }, inOrder);
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

  test("is told by ids alone: no reason, no answer, no contact", async () => {
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
