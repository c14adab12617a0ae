import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { SLICE_FACTS } from "../../activities/privacy/export/write-slice.ts";
import { EXPORT_HOURS } from "../../contract/privacy/export-vocabulary.ts";
import { openDatabase } from "../../db/open-database.ts";
import { AccountExport } from "../../db/privacy/account-export.ts";
import { actors } from "../../workers/actors.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { requestedExport, documentOf, loggedIn } from "../factories/privacy/account-export.ts";
import { eventually } from "../factories/eventually.ts";
import { logMuch } from "../factories/privacy/history-words.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { retryWakes } from "../factories/outbox/retry-wakes.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "account-export";
const wakeActor = retryWakes(actorWaker(env.client, taskQueue));

await registerTestAttributes(env.connection);
const worker = await Worker.create({
  connection: env.nativeConnection,
  taskQueue,
  workflowBundle: { codePath: await testBundle() },
  activities: createSettlingActs(actors, { ...settlementDeps(em), log }),
});
const running = worker.run();
afterEach(() => moveClock(ownerUrl, 0));
afterAll(async () => {
  worker.shutdown();
  await running;
  await env.teardown();
  await database.close();
});

const DAY = EXPORT_HOURS * 3_600;
const handleOf = (id: string) => env.client.workflow.getHandle(`account-export/${id}`);
const isThere = async (id: string) => (await em.fork().count(AccountExport, { id })) === 1;

describe("the actor of an export", () => {
  test("continues after the written part, waits a day by its own timer, and deletes it", async () => {
    const { exportId, userId } = await begunExport();
    const reason = "AccountExportRequested";
    const workflowId = `account-export/${exportId}`;
    expect(await wakeActor({ workflowId, reason, id: exportId, version: 0 })).toBeNull();
    await untilWritten(exportId);
    const logged = loggedIn(await documentOf(em, userId, exportId));
    expect(logged).toHaveLength(2 * SLICE_FACTS);
    await env.sleep("23 hours");
    await moveClock(ownerUrl, 23 * 3_600);
    expect(await isThere(exportId)).toBe(true);
    await moveClock(ownerUrl, DAY + 60);
    await env.sleep("2 hours");
    await eventually(
      () => handleOf(exportId).describe(),
      ({ status }) => status.name === "COMPLETED",
    );
    expect(await isThere(exportId)).toBe(false);
  });

  test("that was lost halfway is restarted by the sweep, and continues", async () => {
    const { exportId } = await begunExport();
    await moveClock(ownerUrl, 600);
    const stop = new AbortController().signal;
    const sweep = { reason: "SWEPT", lateBySeconds: 120, perSecond: null } as const;
    await sweepOverdueActors({ em, wakeActor }, sweep, stop);
    await untilWritten(exportId);
  });
});

/** A client's export of some slices, the first of which is written when the actor wakes. */
async function begunExport() {
  const scope = await buildScope(em);
  await logMuch(em, scope, 2 * SLICE_FACTS);
  const { clientUserId: userId } = scope;
  const exportId = await requestedExport(em, userId);
  expect(await settleAccountExport(em, { exportId })).toMatchObject({ more: true });
  return { exportId, userId };
}

function untilWritten(id: string) {
  return eventually(
    () => handleOf(id).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "EXPIRY",
  );
}
