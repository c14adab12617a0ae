import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "../../db/orm.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { startActors, type RunningActors } from "../factories/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, buildScope, queued, submit, type BuiltScope } from "../factories/sync.ts";
import { getTestPart } from "../harness/context.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const admission = admissionDeps(em);
let actors: RunningActors;

beforeAll(async () => {
  actors = await startActors({ ...getTestPart("temporal"), settlement: settlementDeps(em) });
});
afterAll(async () => {
  await actors.stop();
  await database.close();
});

const unsettled = async ({ deviceId }: BuiltScope) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sync_batch
    where device_id = ${deviceId} and status = 'ADMITTED'`.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
};
const settled = (scope: BuiltScope) =>
  eventually(
    () => unsettled(scope),
    (count) => count === 0,
  );
const handleOf = ({ deviceId }: BuiltScope) =>
  actors.client.workflow.getHandle(deviceActorId(deviceId));

describe("the device actor", () => {
  test("settles a batch that was admitted, and says what it waits for", async () => {
    const scope = await buildScope(em);
    await submit(admission, scope, [
      queued("quick-log.complete-task", { taskId: scope.agenda.habit.id }),
    ]);
    await settled(scope);
    const agenda = await eventually(
      () => handleOf(scope).query<AgendaView>("agenda"),
      ({ waitingFor }) => waitingFor === "UNDO_WINDOW",
    );
    expect(agenda).toMatchObject({ waiting: { UNDO_WINDOW: 1 }, tried: { failures: 0 } });
    expect(agenda.until).not.toBeNull();
    const { typedSearchAttributes, type } = await handleOf(scope).describe();
    expect(type).toBe("deviceActor");
    const attributes = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(attributes).toMatchObject({
      DeviceId: scope.deviceId,
      RelationshipId: scope.relationshipId,
      WorkspaceId: scope.workspaceId,
      ActorStatus: "WAITING",
      NextWakeAt: expect.any(Date),
    });
  });
});
