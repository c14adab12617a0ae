import { expect, test } from "@jest/globals";
import { QuickLogOperation } from "../../db/quick-log/quick-log-operation.ts";
import { findOwnScope } from "../../db/quick-log/queries.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

test("a batch counts days in the zone that the client moved to, even before the profile is saved again", async () => {
  const scope = await buildScope(em);
  const { relationshipId: id, clientUserId, agenda } = scope;
  const now = new Date();
  const { timezone: former } = await em.fork().findOneOrFail(Relationship, { id });
  const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  const nextTimezone = zones.find((zone) => localDateOf(now, zone) !== localDateOf(now, former));
  if (nextTimezone === undefined) throw new Error("No zone has another date");
  const moved = { nextTimezone, zoneChangesAt: new Date(now.getTime() - 60_000) };
  await em.fork().nativeUpdate(Relationship, { id }, moved);
  const operation = queued("quick-log.complete-task", { taskId: agenda.habit.id });
  const { results } = await submit(admissionDeps(em), scope, [operation]);
  expect(results).toMatchObject([{ status: "ACCEPTED" }]);
  const logged = await em.fork().findOneOrFail(QuickLogOperation, { relationshipId: id });
  expect(logged.recordedOn).toBe(localDateOf(now, nextTimezone));
  expect(await findOwnScope(em.fork(), clientUserId)).toMatchObject({ timezone: nextTimezone });
});
