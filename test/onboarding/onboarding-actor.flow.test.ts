import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { replayWorkflow } from "../../workers/operator/replay-workflow.ts";
import { startActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import {
  buildOnboarded,
  move,
  skip,
  submit,
  traces,
  type Onboarded,
} from "../factories/onboarding/onboarding-life.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { wakeBriefly } from "../factories/outbox/wake-briefly.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, limits } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "test", limits });
const { em } = database;
/** How many actors are woken while they close. */
const PLAYERS = campaignSize("CLOSING_PLAYERS", 4);

const actors = await startActors({ ...(await openNamespace()), settlement: settlementDeps(em) });
afterAll(async () => {
  await actors.stop();
  await database.close();
});

const handleOf = ({ actorId }: Onboarded) => actors.client.workflow.getHandle(actorId);

describe("an operator", () => {
  test("sees the state of an onboarding without opening the database", async () => {
    const onboarded = await buildOnboarded(em);
    await waitsFor(onboarded, "REMINDER");
    await skip(em, onboarded);
    await showsSkipped(onboarded);
    await waitsFor(onboarded, "REMINDER");
    const { nextReminderAt } = await traces(em, onboarded);
    expect(await attributesOf(onboarded)).toMatchObject({
      WorkspaceId: onboarded.workspaceId,
      RelationshipId: onboarded.relationshipId,
      OnboardingStatus: "COMPLETED_WITH_PENDING_TASK",
      CurrentStep: "COACH_QUESTIONNAIRE SKIPPED_FOR_NOW",
      ActorStatus: "WAITING",
      NextWakeAt: new Date(nextReminderAt ?? ""),
    });
    const details = await currentDetails(onboarded);
    for (const shown of [
      "**COMPLETED_WITH_PENDING_TASK**",
      "**COACH_QUESTIONNAIRE SKIPPED_FOR_NOW**",
      `Next reminder: ${nextReminderAt}`,
      "Kept until: no end is set",
      "Last event: skipped at ",
      "Waits for **REMINDER**",
    ]) {
      expect(details).toContain(shown);
    }
    await move(em, onboarded, "END");
    await waitsFor(onboarded, "RETENTION");
    expect(await currentDetails(onboarded)).toMatch(/Kept until: \d{4}-\d{2}-\d{2}T/);
    expect(await attributesOf(onboarded)).toMatchObject({ OnboardingStatus: "CANCELLED" });
  });

  test("replays a live onboarding against the present code", async () => {
    const onboarded = await buildOnboarded(em);
    await waitsFor(onboarded, "REMINDER");
    await skip(em, onboarded);
    await showsSkipped(onboarded);
    await waitsFor(onboarded, "REMINDER");
    const report = await replayWorkflow(
      actors.client,
      { workflowId: onboarded.actorId },
      await testBundle(),
    );
    expect(report).toEqual({
      clean: true,
      text: `${onboarded.actorId} replays cleanly.`,
      story: expect.arrayContaining([expect.stringMatching(/OnboardingTaskSkipped$/)]),
    });
  });
});

describe("a history", () => {
  test("contains no personal data: no name, no reason, no answer", async () => {
    const marker = "zzmarkerzz";
    const onboarded = await buildOnboarded(em);
    const { taskId, client } = onboarded;
    await sql`update app_user set display_name = ${marker} where id = ${client.userId}`.execute(
      em.fork().getKysely(),
    );
    await transact(em, (tx) =>
      skipTask(tx, {
        taskId,
        clientUserId: client.userId,
        reason: `it hurts: ${marker}`,
        requestId: marker,
      }),
    );
    await waitsFor(onboarded, "REMINDER");
    await submit(em, onboarded, `answer ${marker}`);
    await eventually(
      () => traces(em, onboarded),
      ({ status }) => status === "COMPLETED",
    );
    await waitsFor(onboarded, "NOTHING");
    // An earlier wake-up may settle the submission; its own still arrives, named by the newest event that the relay
    // found with it.
    const text = await eventually(
      () => wholeHistory(actors.client, onboarded.actorId),
      (history) => /FormSubmissionReceived|OnboardingTaskCompleted/.test(history),
    );
    expect(text).toContain(onboarded.instanceId);
    expect(text).not.toContain(marker);
    expect(text).not.toMatch(/it hurts|answer z|@example/);
    expect(await currentDetails(onboarded)).not.toContain(marker);
    await eventually(
      async () => actors.published.filter(({ refs }) => refs["taskId"] === taskId),
      (fed) => fed.some(({ type }) => type === "OnboardingTaskCompleted"),
    );
    expect(JSON.stringify(actors.published)).not.toMatch(/it hurts|answer z/);
  });
});

describe("on the real server", () => {
  const wake = (onboarded: Onboarded, bounds: { lingerMs: number; events: number }) =>
    wakeBriefly(actors.client, {
      workflowType: "onboardingActor",
      workflowId: onboarded.actorId,
      reason: "OnboardingTaskOpened",
      taskQueue: actors.taskQueue,
      bounds,
    });

  test("an onboarding that is woken repeatedly continues as new at its bound", async () => {
    const onboarded = await buildOnboarded(em);
    const bounds = { lingerMs: 60_000, events: 30 };
    await waitsFor(onboarded, "REMINDER");
    await handleOf(onboarded).terminate("with other bounds");
    await wake(onboarded, bounds);
    const first = await handleOf(onboarded).describe();
    for (let count = 0; count < 25; count += 1) {
      await wake(onboarded, bounds);
      await sleep(30);
      // Spread out, so that even on a slow machine they do not all arrive during one settlement.
      if (count % 4 === 0) {
        const settlements = 1 + count / 4;
        await eventually(
          () => handleOf(onboarded).query<AgendaView>("agenda"),
          ({ tried }) => tried.settlements >= settlements,
        );
      }
    }
    const agenda = await waitsFor(onboarded, "REMINDER");
    expect(agenda.tried.settlements).toBeGreaterThan(5);
    const { runId, historyLength } = await handleOf(onboarded).describe();
    expect(runId).not.toBe(first.runId);
    expect(historyLength).toBeLessThan(80);
    expect(await attributesOf(onboarded)).toMatchObject({ OnboardingStatus: "IN_PROGRESS" });
  });

  test("an actor that is just closing loses no wake-up", async () => {
    // Timers of the server fire up to a second late, so the ends are spread over that time.
    const play = async (turn: number) => {
      const onboarded = await buildOnboarded(em);
      await waitsFor(onboarded, "REMINDER");
      await handleOf(onboarded).terminate("with other bounds");
      await submit(em, onboarded);
      await wake(onboarded, { lingerMs: 10, events: 700 });
      await eventually(
        () => traces(em, onboarded),
        ({ dueReason }) => dueReason === null,
      );
      await sleep(((turn * 97) % 12) * 100);
      await move(em, onboarded, "END");
      await eventually(
        () => traces(em, onboarded),
        ({ dueReason }) => dueReason === "RETENTION",
      );
      return (await waitsFor(onboarded, "RETENTION")).waitingFor;
    };
    const turns = Array.from({ length: PLAYERS }, (_, turn) => play(turn));
    expect(new Set(await Promise.all(turns))).toEqual(new Set(["RETENTION"]));
  }, 90_000);
});

function waitsFor(onboarded: Onboarded, wanted: AgendaView["waitingFor"]) {
  return eventually(
    () => handleOf(onboarded).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === wanted,
  );
}

async function attributesOf(onboarded: Onboarded) {
  const { typedSearchAttributes } = await handleOf(onboarded).describe();
  const pairs = typedSearchAttributes.getAll();
  return Object.fromEntries(pairs.map(({ key, value }) => [key.name, value]));
}

function showsSkipped(onboarded: Onboarded) {
  return eventually(
    () => attributesOf(onboarded),
    ({ CurrentStep }) => CurrentStep === "COACH_QUESTIONNAIRE SKIPPED_FOR_NOW",
  );
}

/** The details that the web UI shows for a workflow. */
async function currentDetails(onboarded: Onboarded) {
  const metadata: unknown = await handleOf(onboarded).query("__temporal_workflow_metadata");
  return JSON.stringify(metadata);
}
