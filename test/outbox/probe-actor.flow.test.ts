import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { openDatabase } from "../../db/open-database.ts";
import { actors, type ProductActor } from "../../workers/actors.ts";
import { describeHistory } from "../../workers/operator/describe-history.ts";
import { replayHistory } from "../../workers/operator/replay-workflow.ts";
import type { ActorState, AgendaView } from "../../workflows/actor-state.ts";
import { startActors, type RunningActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { countRung, createBells, hangBell } from "../factories/outbox/bells.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
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
/** How long an act is delayed after its commit; not at all by default. */
const gate = { until: Promise.resolve() };

beforeAll(async () => {
  await createBells(files.ownerUrl);
  running = await startActors({
    ...(await openNamespace()),
    settlement: settlementDeps(em),
    sweep: { everyMs: 200, lateBySeconds: 1, perSecond: 100 },
    // The one line that registers the actor.
    actors: [...actors, delayed(probeActor)],
  });
});
afterAll(async () => {
  await running.stop();
  await database.close();
});

test("a new actor settles, sleeps, wakes, is swept and replays", async () => {
  const subject = { relationshipId: newId(), sessionId: newId() };
  const { sessionId } = subject;
  const handle = running.client.workflow.getHandle(probe.idOf(subject));
  const event = probe.wokenBy(anEvent("CoachLoggedIn"), subject);
  const wasRung = (times: number) =>
    eventually(
      () => countRung(em, sessionId),
      (count) => count === times,
    );

  await hangBell(em, sessionId, 0);
  await hangBell(em, sessionId, 4);
  await emitEvents(database, [event]);
  await wasRung(1);
  const agenda = await eventually(
    () => handle.query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "RING",
  );
  expect(agenda.waiting).toEqual({ RING: 1 });
  await wasRung(2);

  await handle.terminate("lost");
  await hangBell(em, sessionId, 0);
  await transact(em, async (tx) => {
    await appendEvents(tx, [event], { now: await clockNow(tx), requestId: null });
    // Simulates a lost wake-up.
    await sql`delete from outbox where event_id = ${event.eventId}`.execute(tx.getKysely());
  });
  await wasRung(3);

  // The ring is committed before the history shows it.
  const history = await eventually(
    () => handle.fetchHistory(),
    (fetched) => describeHistory(fetched).some((line) => line.includes("waits for nothing")),
  );
  const report = await replayHistory(history, handle.workflowId, await testBundle());
  expect(report).toMatchObject({ clean: true });
  // A sweep that runs before the answer wakes the actor once more, and then nothing is left to ring.
  const story = describeHistory(history).map((line) => line.slice(21));
  expect(story[0]).toBe("SWEPT");
  // An act that is cut off after its commit leaves no answer.
  const rings = story.filter((line) => /rung|TIMED_OUT/.test(line));
  expect(["  rung 1, waits for nothing", "  failed: TIMED_OUT"]).toContain(rings[0]);
  expect(story.filter((line) => line.includes("rung")).length).toBeLessThanOrEqual(1);
}, 60_000);

test("an act that ends after its timeout counts as failed, and the next act finds its work done", async () => {
  const subject = { relationshipId: newId(), sessionId: newId() };
  const { sessionId } = subject;
  const handle = running.client.workflow.getHandle(probe.idOf(subject));
  const settled = (isWanted: (state: ActorState) => boolean) =>
    eventually(() => handle.query<ActorState>("state"), isWanted);
  const late = Promise.withResolvers<void>();
  gate.until = late.promise;
  await hangBell(em, sessionId, 0);
  await hangBell(em, sessionId, 3_600);
  await emitEvents(database, [probe.wokenBy(anEvent("CoachLoggedIn"), subject)]);
  await settled(({ failures }) => failures > 0);
  expect(await countRung(em, sessionId)).toBe(1);
  const story = describeHistory(await handle.fetchHistory()).map((line) => line.slice(21));
  expect(story).toContain("  failed: TIMED_OUT");
  gate.until = Promise.resolve();
  late.resolve();
  await settled(({ failures, phase }) => failures === 0 && phase === "WAITING");
  expect(await countRung(em, sessionId)).toBe(1);
}, 60_000);

test("the probe actor took at most eight files of its own", () => {
  const own = readdirSync(join(import.meta.dirname, "probe-actor"));
  expect(own.length).toBeLessThanOrEqual(8);
});

function delayed(actor: ProductActor): ProductActor {
  return {
    ...actor,
    async settle(deps, order) {
      const report = await actor.settle(deps, order);
      await gate.until;
      return report;
    },
  };
}
