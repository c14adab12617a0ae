import { afterAll, test } from "@jest/globals";
import { requestAccountDeletion } from "../../activities/privacy/change-deletion.ts";
import { User } from "../../db/accounts/user.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { accountDeletionActorId } from "../../rules/privacy/account-deletion.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startActors } from "../factories/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach } from "../factories/identity.ts";
import { moveClock } from "../factories/move-clock.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { getTestPart } from "../harness/context.ts";
import { openTestDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";

const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const DAY = 86_400;
const start = (taskQueue: string) =>
  startActors({ ...getTestPart("temporal"), settlement: settlementDeps(em), taskQueue });

test("a deletion that was requested goes on after worker and relay were started anew", async () => {
  await moveClock(ownerUrl, 0);
  const taskQueue = "account-deletion-restart";
  const { userId } = await buildCoach(em);
  await transact(em, (tx) =>
    requestAccountDeletion(tx, { userId, requestId: "test" }, hooks.sessions),
  );
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
