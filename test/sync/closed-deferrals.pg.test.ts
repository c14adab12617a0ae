import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { openDatabase } from "../../db/orm.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/plant-feature.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const owner = new Client({ connectionString: files.ownerUrl });
let feature: ReturnType<typeof plantFeature>;
let scope: BuiltScope;
let broken: Operation;
let child: Operation;

beforeAll(async () => {
  await owner.connect();
  await createPlantTable(files.ownerUrl);
});
beforeEach(async () => {
  scope = await buildScope(em);
  feature = plantFeature();
  broken = queued(PLANT, { localId: "broken", outcome: "crashes once" });
  child = queued(PLANT, { localId: "child" }, { dependsOn: [broken.clientOperationId] });
  await send();
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

const send = (features: readonly OperationFeature[] = [feature]) =>
  submit(admissionDeps(em, features), scope, [broken, child]);
/** The actor tries what waits, with these features. */
const retry = (features: readonly OperationFeature[] = [feature]) =>
  settleDevice(settlementDeps(em, [], features), { deviceId: scope.deviceId, retryNow: true });

async function rowsOf<Row>(statement: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
  return (await statement.execute(em.fork().getKysely())).rows;
}
const plants = () =>
  rowsOf(sql`select local_id from test_plant where relationship_id = ${scope.relationshipId}`);
const states = () =>
  rowsOf(sql`
    select state from deferred_operation where relationship_id = ${scope.relationshipId}
    order by ordinal`);
const codes = () =>
  rowsOf(sql`
    select client_operation_id as id, code from sync_operation
    where relationship_id = ${scope.relationshipId} order by chain_seq`);

describe("An operation that was deferred", () => {
  test("is refused, never done, once its relationship has ended", async () => {
    const end = "update relationship set status = 'ENDED' where id = $1";
    await owner.query(end, [scope.relationshipId]);
    await retry();
    expect(await plants()).toEqual([]);
    expect(await codes()).toEqual([
      { id: broken.clientOperationId, code: "RELATIONSHIP_ENDED" },
      { id: child.clientOperationId, code: "RELATIONSHIP_ENDED" },
    ]);
    expect(await states()).toEqual([{ state: "DONE" }, { state: "DONE" }]);
    expect(await retry()).toMatchObject({ open: false });
  });

  test("waits while its workspace is suspended", async () => {
    const move = "update coach_workspace set status = $2 where id = $1";
    await owner.query(move, [scope.workspaceId, "SUSPENDED"]);
    await retry();
    expect(await plants()).toEqual([]);
    expect(await states()).toEqual([{ state: "OPEN" }, { state: "OPEN" }]);
    await owner.query(move, [scope.workspaceId, "ACTIVE"]);
    await retry();
    expect(await plants()).toHaveLength(2);
  });

  test("goes back to its device where nobody understands it any more, and keeps nothing else waiting", async () => {
    await retry([]);
    expect(await states()).toEqual([]);
    expect((await send([])).results[0]?.rejectionCode).toBe("OPERATION_UNKNOWN");
    const { results } = await send();
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });
});
