import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readPayload } from "../../activities/sync/support/read-payload.ts";
import { readRejected } from "../../activities/sync/support/read-receipts.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/plant-feature.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em, [plantFeature()]);
const operator = {
  actor: "support",
  role: "support",
  reason: "Ticket 12",
  requestId: "test",
} as const;
beforeAll(() => createPlantTable(files.ownerUrl));
afterAll(() => database.close());

test("of an operation that another was accepted in place of, support reads what came under its own id", async () => {
  const scope = await buildScope(em);
  const { deviceId } = scope;
  const broken = queued(PLANT, { localId: "broken", outcome: "crashes once" });
  await submit(deps, scope, [queued(PLANT, { localId: "other" }), broken]);
  const better = queued(PLANT, { localId: "better" }, { resubmitOf: broken.clientOperationId });
  await submit(deps, scope, [better]);
  const { results } = await submit(deps, scope, [broken]);
  expect(results[0]?.rejectionCode).toBe("OPERATION_SUPERSEDED");
  const receiptId = results[0]?.receiptId ?? "";
  const page = { deviceId, before: null, limit: 10, operator };
  const { rows } = await transact(em, (tx) => readRejected(tx, page));
  expect(rows).toMatchObject([{ receiptId, payloadKept: true }]);
  const raw = await transact(em, (tx) => readPayload(tx, { receiptId, operator }));
  expect(raw.operation).toEqual(broken);
});
