import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pruneAuthRecords } from "../../activities/identity/prune-auth-records.ts";
import { requestAccountDeletion } from "../../activities/identity/change-deletion.ts";
import { AuthAuditEvent } from "../../db/identity/auth-audit-event.ts";
import { ProviderLogout } from "../../db/identity/provider-logout.ts";
import { User } from "../../db/identity/user.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { accountDeletionActorId } from "../../rules/identity/account-deletion.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startActors } from "../factories/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach } from "../factories/identity.ts";
import { moveClock } from "../factories/move-clock.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { getTestPart } from "../harness/context.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const DAY = 86_400;
const start = (taskQueue: string) =>
  startActors({ ...getTestPart("temporal"), settlement: settlementDeps(em), taskQueue });

test("the auth audit is kept 30 days, then taken away by the scheduled workflow", async () => {
  await moveClock(ownerUrl, 0);
  await buildCoach(em);
  const kept = await em.fork().count(AuthAuditEvent);
  const told = sql`insert into provider_logout values
    ('issuer', 'jti', 'sid', null, clock_now(), clock_now())`;
  await told.execute(em.fork().getKysely());
  await moveClock(ownerUrl, 29.9 * DAY);
  expect(await pruneAuthRecords(em)).toEqual({ deletedCount: 0, full: false });
  await moveClock(ownerUrl, 30 * DAY + 60);
  await buildCoach(em);
  const actors = await start("prune-auth-records-test");
  const deletedCount: unknown = await actors.client.workflow.execute("pruneAuthRecords", {
    workflowId: "prune-auth-records-test",
    taskQueue: actors.taskQueue,
  });
  await actors.stop();
  expect(deletedCount).toBe(kept + 1);
  expect(await em.fork().count(AuthAuditEvent)).toBe(1);
  expect(await em.fork().count(ProviderLogout)).toBe(0);
});

test("a deletion that was requested goes on after worker and relay were started anew", async () => {
  await moveClock(ownerUrl, 0);
  const taskQueue = "account-deletion-restart";
  const { userId } = await buildCoach(em);
  await transact(em, (tx) => requestAccountDeletion(tx, { userId, requestId: "test" }));
  await moveClock(ownerUrl, 14 * DAY - 6);
  const first = await start(taskQueue);
  await eventually(
    () =>
      first.client.workflow
        .getHandle(accountDeletionActorId(userId))
        .query<AgendaView>("agenda")
        .catch(() => null),
    (agenda) => agenda?.waitingFor === "DELETION",
  );
  await first.stop();
  const second = await start(taskQueue);
  await eventually(
    () => em.fork().findOneOrFail(User, userId),
    ({ deletedAt }) => deletedAt !== null,
  );
  await eventually(
    async () => second.published.filter(({ type }) => type === "UserDeleted"),
    (told) => told.length === 1,
  );
  await second.stop();
});
