import { test } from "@jest/globals";
import { sql } from "kysely";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { User } from "../../db/accounts/user.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { accountDeletionActorId } from "../../rules/privacy/judge-deletion.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
const temporal = await openNamespace();

test("a requested deletion continues after worker and relay were restarted", async () => {
  const taskQueue = "account-deletion-restart";
  const { userId } = await buildCoach(em);
  const first = await start(taskQueue);
  // Requested long enough ago that a few seconds are left, which a slow start cannot use up.
  await transact(em, async (tx) => {
    await requestAccountDeletion(tx, { userId, requestId: "test" }, hooks.sessions);
    await sql`update app_user set deletion_requested_at = clock_now() - interval '14 days - 8 seconds'
      where id = ${userId}`.execute(tx.getKysely());
  });
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
    (events) => events.length === 1,
  );
  await second.stop();
});

function start(taskQueue: string) {
  return startActors({ ...temporal, settlement: settlementDeps(em), taskQueue });
}
