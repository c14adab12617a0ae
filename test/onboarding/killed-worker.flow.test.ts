import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import type { Child } from "../../tools/processes/child-process.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { eventually } from "../factories/eventually.ts";
import {
  buildOnboarded,
  skip,
  submit,
  traces,
  type Onboarded,
} from "../factories/onboarding/onboarding-life.ts";
import { killProcess, processEnvironment, startProcess } from "../factories/workers/processes.ts";
import { openWayToDatabase } from "../factories/db/way-to-database.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

/** Event types by their numbers in histories. */
const [TASK_SCHEDULED, TASK_STARTED] = [5, 6];

const MOMENTS = campaignSize("KILL_MOMENTS", 2);

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const temporal = await openNamespace();
const client = openTemporalClient(temporal);
const running = new Map<string, Child>();
const lines: string[] = [];
const env = processEnvironment(files, { ...temporal, taskQueue: `test-${newId()}` });

afterAll(async () => {
  for (const child of running.values()) await child.stop();
  await client.connection.close();
  await database.close();
});

/** The running worker of an earlier test, or a new one: a start takes most of the time of these tests. */
const theWorker = async () => running.get("worker") ?? (await start("worker"));
const theRelay = async () => running.get("relay") ?? (await start("relay"));

describe("a worker killed while a submission completes its task: the next one finishes it, once", () => {
  test("before the act has committed", async () => {
    const onboarded = await submitted();
    const release = await lockTasks();
    const worker = await start("worker");
    await start("relay");
    await workerWaits();
    await kill(worker);
    await release();
    expect(await traces(em, onboarded)).toMatchObject({ taskStatus: "SKIPPED_FOR_NOW" });
    await start("worker");
    await finishedOnce(onboarded);
  }, 90_000);

  test("after it has committed, before the server received the result", async () => {
    await stop("relay");
    await stop("worker");
    const way = await openWayToDatabase(`http://${temporal.address}`);
    // Started earlier, because a starting worker wakes due actors itself.
    const worker = await start("worker", { TEMPORAL_ADDRESS: new URL(way.url).host });
    const onboarded = await submitted();
    const release = await lockTasks();
    await start("relay");
    await workerWaits();
    way.cutAfter(0);
    await release();
    await eventually(
      () => traces(em, onboarded),
      ({ status }) => status === "COMPLETED",
    );
    await kill(worker);
    await way.close();
    const { events } = await client.workflow.getHandle(onboarded.actorId).fetchHistory();
    // A task without an answer: it committed after the cut.
    expect([TASK_SCHEDULED, TASK_STARTED]).toContain(events?.at(-1)?.eventType);
    await start("worker");
    await finishedOnce(onboarded);
  }, 90_000);

  test("between the wake-up and the settlement", async () => {
    const worker = await theWorker();
    process.kill(worker.record.pid, "SIGSTOP");
    const onboarded = await submitted();
    await theRelay();
    await eventually(
      () => client.workflow.getHandle(onboarded.actorId).describe(),
      ({ historyLength }) => historyLength >= 2,
    );
    await sleep(500);
    await kill(worker);
    expect(await traces(em, onboarded)).toMatchObject({ taskStatus: "SKIPPED_FOR_NOW" });
    await start("worker");
    await finishedOnce(onboarded);
  }, 90_000);

  test(`at ${MOMENTS} different moments`, async () => {
    const all: Onboarded[] = [];
    await theRelay();
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const worker = await theWorker();
      all.push(await submitted());
      // The relay wakes the actor within 200 ms, and its settlement takes some tens more.
      await sleep((moment * 350) / MOMENTS);
      await kill(worker);
    }
    await start("worker");
    for (const onboarded of all) await finishedOnce(onboarded);
  }, 150_000);
});

async function start(name: "worker" | "relay", changes: NodeJS.ProcessEnv = {}) {
  // Searched for each process again: a port that was free for the first may be in use by now.
  const [worker, relay] = (await findFreePorts(2)).map(String);
  const own = { WORKER_HEALTH_PORT: worker, RELAY_HEALTH_PORT: relay };
  const child = await startProcess(name, { ...env, ...own, ...changes }, lines);
  running.set(name, child);
  return child;
}

async function stop(name: "worker" | "relay"): Promise<void> {
  const child = running.get(name);
  running.delete(name);
  await child?.stop();
}

async function kill(worker: Child): Promise<void> {
  running.delete("worker");
  await killProcess(worker);
}

/** A client who skipped the questionnaire and then submitted it, while no actor was awake. */
async function submitted(): Promise<Onboarded> {
  const onboarded = await buildOnboarded(em);
  await skip(em, onboarded);
  await submit(em, onboarded);
  // The inbox would read the task too, and lock the relationship while it waits for it.
  await em.fork().nativeDelete(OutboxRow, { consumer: "inbox" });
  return onboarded;
}

/** Locks the tasks against everybody until it is released. */
async function lockTasks() {
  const blocker = new Client({ connectionString: files.ownerUrl });
  await blocker.connect();
  await blocker.query("begin");
  await blocker.query("lock table onboarding_task in access exclusive mode");
  return async () => {
    await blocker.query("rollback");
    await blocker.end();
  };
}

// The relay reads tasks too, and may come first.
function workerWaits() {
  return eventually(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
        where relation = 'onboarding_task'::regclass and not granted
          and application_name = 'sideline-worker'
      `.execute(em.fork().getKysely());
      return rows[0]?.n ?? 0;
    },
    (count) => count > 0,
  );
}

function countEvents({ instanceId }: Onboarded, type: string) {
  return lines.filter((line) => line.includes(`"${type}"`) && line.includes(instanceId)).length;
}

/** One completion by one actor with one event, and an actor without pending work. */
async function finishedOnce(onboarded: Onboarded): Promise<void> {
  await eventually(
    () => traces(em, onboarded),
    ({ status }) => status === "COMPLETED",
  );
  await eventually(
    async () => (await client.workflow.getHandle(onboarded.actorId).query<State>("state")).phase,
    (phase) => phase === "IDLE",
  );
  for (const type of ["OnboardingTaskCompleted", "ClientOnboardingFinished"]) {
    await eventually(
      async () => countEvents(onboarded, type),
      (count) => count > 0,
    );
  }
  expect(await traces(em, onboarded)).toMatchObject({
    taskStatus: "COMPLETED",
    blocked: false,
    taskEvents: ["created", "skipped", "completed"],
    nextReminderAt: null,
    dueReason: null,
  });
  for (const type of ["OnboardingTaskCompleted", "ClientOnboardingFinished"]) {
    expect(countEvents(onboarded, type)).toBe(1);
  }
}

interface State {
  readonly phase: string;
}
