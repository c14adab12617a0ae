import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actors } from "../../workers/actors.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { cancelAccountDeletion } from "../../activities/privacy/cancel-account-deletion.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { openDatabase } from "../../db/open-database.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { accountDeletionActorId } from "../../rules/privacy/judge-deletion.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { retryWakes } from "../factories/outbox/retry-wakes.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";
import { hooks } from "../../workers/hooks.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "account-deletion";
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

const DAY = 86_400;
const userOf = (id: string) => em.fork().findOneOrFail(User, id);
const handleOf = (id: string) => env.client.workflow.getHandle(accountDeletionActorId(id));
const change = (userId: string) => ({ userId, requestId: "test" });

const isDeleted = async (id: string) => (await userOf(id)).deletedAt !== null;

describe("a requested deletion", () => {
  test("is final after 14 days, by the actor's own timer, and the actor ends", async () => {
    const userId = await leavingUser();
    await env.sleep("13 days");
    await moveClock(ownerUrl, 13 * DAY);
    expect(await isDeleted(userId)).toBe(false);
    await moveClock(ownerUrl, 14 * DAY + 60);
    await env.sleep("25 hours");
    await eventually(
      () => isDeleted(userId),
      (deleted) => deleted,
    );
    expect(await userOf(userId)).toMatchObject({ primaryEmail: null, primaryPhone: null });
    expect(await em.fork().count(AuthIdentity, { userId, unlinkedAt: null })).toBe(0);
    expect(await em.fork().count(Actor, accountDeletionActorId(userId))).toBe(0);
    await env.sleep("2 minutes");
    await ended(userId);
  });

  test("that is cancelled ends its actor, and nothing is deleted when the time comes", async () => {
    const userId = await leavingUser();
    await transact(em, (tx) => cancelAccountDeletion(tx, change(userId)));
    await wake(userId, "AccountDeletionCancelled");
    await env.sleep("2 minutes");
    await ended(userId);
    await moveClock(ownerUrl, 15 * DAY);
    await wake(userId, "AccountDeletionCancelled");
    await env.sleep("2 minutes");
    expect(await userOf(userId)).toMatchObject({ status: "ACTIVE", deletedAt: null });
  });

  test("is found by the sweep if its actor is gone", async () => {
    const userId = await leavingUser();
    await handleOf(userId).terminate("lost");
    await moveClock(ownerUrl, 15 * DAY);
    const stop = new AbortController().signal;
    const sweep = { reason: "SWEPT", lateBySeconds: 120, perSecond: null } as const;
    const report = await sweepOverdueActors({ em, wakeActor }, sweep, stop);
    expect(report.wokenCount).toBeGreaterThan(0);
    await eventually(
      () => isDeleted(userId),
      (deleted) => deleted,
    );
  });
});

function wake(id: string, reason: "AccountDeletionRequested" | "AccountDeletionCancelled") {
  return wakeActor({ workflowId: accountDeletionActorId(id), reason, id, version: 0 });
}

/** A user who requested deletion and whose actor waits. */
async function leavingUser(): Promise<string> {
  const { userId } = await buildCoach(em);
  await transact(em, (tx) => requestAccountDeletion(tx, change(userId), hooks.sessions));
  expect(await wake(userId, "AccountDeletionRequested")).toBeNull();
  await eventually(
    () => handleOf(userId).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "DELETION",
  );
  return userId;
}

function ended(id: string) {
  return eventually(
    () => handleOf(id).describe(),
    ({ status }) => status.name === "COMPLETED",
  );
}
