import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/orm.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/plant-feature.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em, [plantFeature()]);
beforeAll(() => createPlantTable(files.ownerUrl));
afterAll(() => database.close());

/** Statements of a batch whose operations all stand in place of others that were deferred. */
async function statementsOf(count: number): Promise<readonly string[]> {
  const scope = await buildScope(em);
  const names = Array.from({ length: count }, (_, index) => `plant ${index}`);
  const broken = names.map((localId) => queued(PLANT, { localId, outcome: "crashes" }));
  await submit(deps, scope, broken);
  const better = broken.map(({ clientOperationId: resubmitOf, payload }) =>
    queued(PLANT, { localId: `${String(payload["localId"])}, better` }, { resubmitOf }),
  );
  const { result, statements } = await recordStatements(() => submit(deps, scope, better));
  expect(new Set(result.results.map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
  const { results } = await submit(deps, scope, broken);
  const codes = results.map(({ rejectionCode }) => rejectionCode);
  expect(codes).toEqual(broken.map(() => "OPERATION_SUPERSEDED"));
  expect(new Set(results.map(({ receiptId }) => receiptId)).size).toBe(count);
  return statements;
}

test("Fifty operations in place of others cost no statement more than two", async () => {
  const few = await statementsOf(2);
  expect(await statementsOf(50)).toEqual(few);
});
