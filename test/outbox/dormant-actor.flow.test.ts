import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { actors } from "../../workers/actors.ts";
import { replayHistory } from "../../workers/operator/replay-workflow.ts";
import { describeHistory } from "../../workers/operator/describe-history.ts";
import type { ActorState } from "../../workflows/actor-state.ts";
import { startActors, type RunningActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { countRung, createBells, hangBell } from "../factories/outbox/bells.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { probe } from "./probe-actor/definition.ts";
import { probeActor } from "./probe-actor/probe-actor.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
let running: RunningActors;

beforeAll(async () => {
  await createBells(files.ownerUrl);
  running = await startActors({
    ...(await openNamespace()),
    settlement: settlementDeps(em),
    // The sweep would start the actor too, and hide that nothing else does.
    sweep: { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 },
    actors: [...actors, probeActor],
  });
});
afterAll(async () => {
  await running.stop();
  await database.close();
});

test("an actor that is woken during its dormant start and grows long goes on in a new run at once, and keeps an earlier deadline", async () => {
  const subject = { relationshipId: newId(), sessionId: newId() };
  const { sessionId } = subject;
  await hangBell(em, sessionId, 3_600);
  const handle = await running.client.workflow.start("probeActor", {
    workflowId: probe.idOf(subject),
    taskQueue: running.taskQueue,
    args: [{ bounds: { lingerMs: 60_000, events: 15 } }],
    startDelay: "1 hour",
    workflowTaskTimeout: "5s",
  });
  const ended = running.client.workflow.getHandle(handle.workflowId, handle.firstExecutionRunId);
  const wakeActor = actorWaker(running.client, running.taskQueue);
  const isOpen = async () => (await ended.describe()).status.name === "RUNNING";
  const wake = { workflowId: handle.workflowId, reason: "CoachLoggedIn", id: sessionId } as const;
  for (let version = 1; await isOpen(); version += 1) {
    await wakeActor({ ...wake, version });
    // A wake during the last settlement is the reason for the restart, and is not repeated.
    await eventually(
      async () => ((await isOpen()) ? (await handle.query<ActorState>("state")).phase : "ENDED"),
      (phase) => phase !== "SETTLING",
    );
  }
  await hangBell(em, sessionId, 2);
  await eventually(
    () => countRung(em, sessionId),
    (rung) => rung === 1,
  );
  const history = await ended.fetchHistory();
  const story = describeHistory(await handle.fetchHistory()).map((line) => line.slice(21));
  expect(story[0]).toBe("ActorRestartRequested");
  const report = await replayHistory(history, handle.workflowId, await testBundle());
  expect(report).toMatchObject({ clean: true });
}, 60_000);
