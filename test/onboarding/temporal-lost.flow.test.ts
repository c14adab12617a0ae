import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { runNodePart } from "../../tools/processes/node-part.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startRelay, startWorker } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import {
  buildOnboarded,
  listReminders,
  move,
  skip,
  submit,
  traces,
  type Onboarded,
} from "../factories/onboarding/onboarding-life.ts";
import { processEnvironment } from "../factories/workers/processes.ts";
import { setClock } from "../factories/set-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openOwnTemporal } from "../harness/own-temporal.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const temporal = await openOwnTemporal();
const client = openTemporalClient(temporal);
const settlement = settlementDeps(em);
const NEVER = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 100 };
const OFTEN = { everyMs: 200, lateBySeconds: 1, perSecond: 100 };

let taskQueue: string;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  taskQueue = `test-${newId()}`;
  await setClock(files.ownerUrl, "2027-05-05T12:00:00Z");
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await client.connection.close();
  await temporal.close();
  await database.close();
});

describe("after Temporal's data were deleted", () => {
  test("every waiting onboarding waits again as soon as actors are reconciled", async () => {
    const clients = await waitingClients();
    await work();
    relay();
    await allWait(clients);
    await loseEverything();
    await runNodePart({
      name: "reconcile",
      entry: new URL("../../workers/operator/reconcile.ts", import.meta.url),
      env: {
        ...processEnvironment(files, { ...temporal, taskQueue }),
        SIDELINE_DATA_DIR: fileURLToPath(new URL("../../node_modules/.cache", import.meta.url)),
      },
      onLine: () => {},
      onStart: () => {},
    });
    await allWait(clients);
  }, 120_000);

  test("the sweep alone finds every overdue onboarding, within minutes", async () => {
    const clients = await waitingClients();
    await work();
    relay();
    await allWait(clients);
    await loseEverything();
    await setClock(files.ownerUrl, "2027-05-06T08:03:00Z");
    relay(OFTEN);
    for (const onboarded of clients.skipped) {
      await waitsFor(onboarded, "REMINDER");
      const reminders = await listReminders(em, onboarded);
      expect(reminders.map(({ localDate }) => localDate)).toEqual(["2027-05-06"]);
    }
  }, 120_000);

  test("a submission that had been handed over still completes its task", async () => {
    const onboarded = await buildOnboarded(em);
    await work();
    relay();
    await waitsFor(onboarded, "REMINDER");
    for (const stop of stops.splice(0).toReversed()) await stop();
    relay();
    await submit(em, onboarded);
    await wakesHandedOver();
    await loseEverything();
    await work();
    expect(await traces(em, onboarded)).toMatchObject({ taskStatus: "READY" });
    relay(OFTEN);
    await eventually(
      () => traces(em, onboarded),
      ({ taskStatus }) => taskStatus === "COMPLETED",
    );
  }, 120_000);
});

async function work() {
  stops.push(await startWorker({ ...temporal, settlement, taskQueue }));
}

function relay(sweep = NEVER) {
  const stop = startRelay({ ...temporal, settlement, sweep }, actorWaker(client, taskQueue));
  stops.push(stop);
}

function waitsFor({ actorId }: Onboarded, wanted: AgendaView["waitingFor"]) {
  return eventually(
    () =>
      client.workflow
        .getHandle(actorId)
        .query<AgendaView>("agenda")
        .catch(() => null),
    (agenda) => agenda?.waitingFor === wanted,
  );
}

function wakesHandedOver() {
  return eventually(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from outbox where consumer = 'onboarding-actor'
      `.execute(em.fork().getKysely());
      return rows[0]?.n ?? -1;
    },
    (count) => count === 0,
  );
}

async function loseEverything() {
  await temporal.lose();
  await temporal.bringBack();
}

/** Six clients: two asked, three who skipped, one whose relationship has ended. */
async function waitingClients() {
  const built = [];
  for (let count = 0; count < 6; count += 1) built.push(await buildOnboarded(em));
  const [one, two, three, four, five, six] = built;
  if (!one || !two || !three || !four || !five || !six) throw new Error("Expected six clients");
  for (const onboarded of [three, four, five]) await skip(em, onboarded);
  await move(em, six, "END");
  return { asked: [one, two], skipped: [three, four, five], ended: six };
}

async function allWait(clients: Awaited<ReturnType<typeof waitingClients>>): Promise<void> {
  for (const onboarded of clients.asked) await waitsFor(onboarded, "REMINDER");
  for (const onboarded of clients.skipped) await waitsFor(onboarded, "REMINDER");
  await waitsFor(clients.ended, "RETENTION");
}
