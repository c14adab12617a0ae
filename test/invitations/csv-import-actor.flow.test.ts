import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { invitationImportActor } from "../../contract/invitations/invitation-import-actor.ts";
import {
  CSV_ACTOR_REST_SECONDS,
  CSV_ACTOR_SECONDS,
  CSV_SLICE,
} from "../../contract/invitations/vocabulary.ts";
import { openDatabase } from "../../db/open-database.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { actors } from "../../workers/actors.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { beginFile, outcomesOf } from "../factories/invitations/csv-file.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { retryWakes } from "../factories/outbox/retry-wakes.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "invitation-import";
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

test("The actor of an import waits for the request by its own timer, processes the rest and ends; its history names nobody", async () => {
  const { workspaceId, userId: invitedByUserId } = await buildCoach(em);
  const by = { workspaceId, invitedByUserId };
  const people = Array.from({ length: 45 }, (): Contact => ({
    kind: "EMAIL",
    value: `${randomUUID()}@canary.example`,
  }));
  const importId = await beginFile(em, by, people);
  const workflowId = invitationImportActor.idOf({ importId });
  const reason = "ClientInvitationImportBegun";
  expect(await wakeActor({ workflowId, reason, id: importId, version: 0 })).toBeNull();
  const actor = env.client.workflow.getHandle(workflowId);
  await eventually(
    () => actor.query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "SLICE",
  );
  expect(await outcomesOf(em, by, importId)).toEqual([]);
  await moveClock(ownerUrl, CSV_ACTOR_SECONDS + 1);
  await env.sleep(`${CSV_ACTOR_SECONDS + 5} seconds`);
  // Each pause is a timer of its own.
  for (let rest = 1; rest < people.length / CSV_SLICE; rest += 1)
    await env.sleep(`${CSV_ACTOR_REST_SECONDS + 1} seconds`);
  await eventually(
    () => actor.describe(),
    ({ status }) => status.name === "COMPLETED",
  );
  expect(await outcomesOf(em, by, importId)).toHaveLength(people.length);
  const history = await wholeHistory(env.client, workflowId);
  expect(history.match(/"timerStartedEventAttributes":\{/g)?.length).toBeGreaterThanOrEqual(3);
  expect(history).toContain("JUDGED");
  expect(history).not.toContain("canary");
});
