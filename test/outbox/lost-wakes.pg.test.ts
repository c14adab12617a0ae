import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../db/platform/new-id.ts";
import { actors } from "../../workers/actors.ts";
import { claimOverdueActors } from "../../db/outbox/claim-overdue-actors.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { USUAL_SWEEP } from "../../workers/relay/run-relay.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
afterAll(() => database.close());
beforeEach(() => moveClock(ownerUrl, 0));

const wakes = actors.flatMap(({ definition }) =>
  definition.wakesOn.map((type) => [type, definition.kind] as const),
);

test.each(wakes)("a lost wake of %s for %s is found by the sweep", async (type, kind) => {
  const actorId = `${kind}/${newId()}`;
  await emitEvents(database, [anEvent(type, { actorId })]);
  await sql`delete from outbox`.execute(database.em.fork().getKysely());
  await moveClock(ownerUrl, 130);
  const since = await clockNow(database.em.fork());
  const page = { lateBySeconds: USUAL_SWEEP.lateBySeconds, limit: 500, since };
  expect(await claimOverdueActors(database.em.fork(), page)).toContain(actorId);
});
