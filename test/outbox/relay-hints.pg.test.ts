import { getEventListeners } from "node:events";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { sendRelayHints } from "../../db/outbox/send-relay-hints.ts";
import { openDatabase } from "../../db/open-database.ts";
import { sendHintsBy } from "../../db/platform/transactions/relay-hints.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { listenForHints } from "../../workers/relay/listen-for-hints.ts";
import { eventually } from "../factories/eventually.ts";
import { aDeviceEvent, anEvent } from "../factories/outbox/outbox-rows.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { newId } from "../../db/platform/new-id.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const acting = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test of an API" });
const relay = openDatabase({ url: appUrl, poolSize: 2, applicationName: "test of a relay" });
afterAll(async () => {
  await acting.close();
  await relay.close();
});

const origin = { now: new Date(), requestId: null };
let sent = 0;
beforeEach(() => {
  sent = 0;
  sendHintsBy(acting.em, () => void (sent += 1));
});

describe("an act", () => {
  test("sends a hint after its commit if an event of it has another consumer than the feed", async () => {
    await transact(acting.em, async (tx) => {
      await appendEvents(tx, [aDeviceEvent(newId())], origin);
      expect(sent).toBe(0);
    });
    expect(sent).toBe(1);
  });

  test("sends no hint for an event of the feed alone, for a deferred one, or if it fails", async () => {
    const later = { ...aDeviceEvent(newId()), availableAt: new Date(Date.now() + 3_600_000) };
    await transact(acting.em, (tx) => appendEvents(tx, [anEvent("SyncBatchAdmitted")], origin));
    await transact(acting.em, (tx) => appendEvents(tx, [later], origin));
    await expect(
      transact(acting.em, async (tx) => {
        await appendEvents(tx, [aDeviceEvent(newId())], origin);
        throw new Error("A rule failed");
      }),
    ).rejects.toThrow("A rule failed");
    expect(sent).toBe(0);
  });

  test("that admits a batch sends a hint only if the batch is due at once", async () => {
    const scope = await buildScope(acting.em);
    const { habit, meal } = scope.agenda;
    const deps = { ...admissionDeps(acting.em), settlementWaitMs: 5_000 };
    sent = 0;
    await submit(deps, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
    expect(sent).toBe(0);
    await submit(deps, scope, [queued("quick-log.skip", { taskId: meal.id, reason: "NO_TIME" })]);
    expect(sent).toBe(1);
  });
});

describe("a relay", () => {
  test("is woken by another process, and again after its session was ended", async () => {
    const stop = new AbortController();
    const hints = listenForHints(relay, appUrl, stop.signal);
    let heard = 0;
    hints.onHint(() => void (heard += 1));
    sendRelayHints(acting.em);
    const act = () =>
      transact(acting.em, (tx) => appendEvents(tx, [aDeviceEvent(newId())], origin));
    const isWoken = async () => {
      const before = heard;
      await act();
      await eventually(async () => heard > before, Boolean);
    };
    await eventually(listeners, (count) => count === 1);
    await isWoken();
    const waitingForTheEnd = getEventListeners(stop.signal, "abort").length;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sideline-hints' and datname = current_database()`.execute(
      acting.em.fork().getKysely(),
    );
    await eventually(listeners, (count) => count === 0);
    await eventually(listeners, (count) => count === 1);
    await isWoken();
    const waitingLater = getEventListeners(stop.signal, "abort").length;
    stop.abort();
    await hints.ended;
    expect(waitingLater).toBe(waitingForTheEnd);
  });
});

/** Sessions that listen for hints. */
async function listeners(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'sideline-hints' and datname = current_database()
      and query ilike 'listen%'`.execute(acting.em.fork().getKysely());
  return rows[0]?.count ?? 0;
}
