import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { endpoints } from "../../api/endpoints.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { buildPhone, type Phone, refusalOf, send, snapshot, sync } from "../factories/phone.ts";
import { water } from "../factories/phone-operations.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/plant-feature.ts";
import { queued } from "../factories/sync.ts";
import { withFeatures } from "../factories/with-features.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const withPlants = withFeatures([quickLogFeature, plantFeature()]);
  api = await startApi({ issuer: issuer.issuer, endpoints: endpoints.map(withPlants) });
  await createPlantTable(api.database.ownerUrl);
  phone = await buildPhone(api, issuer);
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const named = (clientOperationId: string, links: Partial<Operation> = {}) => ({
  ...water(phone),
  clientOperationId,
  ...links,
});

describe("A batch is malformed whose operations", () => {
  test.each([
    ["depend on themselves", [{ dependsOn: ["x0"] }], ["/operations/0/dependsOn"]],
    [
      "depend on each other",
      [{}, { dependsOn: ["x2"] }, { dependsOn: ["x1", "x0"] }],
      ["/operations/1/dependsOn", "/operations/2/dependsOn"],
    ],
    ["are sent in place of themselves", [{}, { resubmitOf: "x1" }], ["/operations/1/resubmitOf"]],
    [
      "depend on more than ten",
      [{ dependsOn: Array.from({ length: 11 }, (_, index) => `p${index}`) }],
      ["/operations/0/dependsOn"],
    ],
    ["name what is no id", [{ dependsOn: ["with space"] }], ["/operations/0/dependsOn/0"]],
  ])("%s", async (_name, links, pointers) => {
    const operations = links.map((link, index) => named(`x${index}`, link));
    const answer = await send(api, phone, operations);
    expect(refusalOf(answer)).toEqual({ status: 400, code: "VALIDATION_FAILED", pointers });
    expect((await snapshot(api, phone)).receipts).toEqual([]);
  });
});

test("What an operation depends on, and what it is sent in place of, is no part of its fingerprint", async () => {
  const fresh = await buildPhone(api, issuer);
  const tree = queued(PLANT, { localId: "tree" });
  const branch = queued(PLANT, { localId: "branch", ontoId: "local:tree" });
  const early = { ...branch, dependsOn: [tree.clientOperationId] };
  const [pending] = (await sync(api, fresh, [early])).results;
  expect(pending).toMatchObject({
    rejectionCode: "DEPENDENCY_PENDING",
    parentClientOperationId: tree.clientOperationId,
  });
  const accepted = await sync(api, fresh, [tree, early]);
  expect(accepted.results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  const again = await sync(api, fresh, [branch]);
  expect(again.results[0]).toEqual({ ...accepted.results[1], status: "ALREADY_ACCEPTED" });
});

test("A refused parent stands in the receipt of its child, as the read half shows it", async () => {
  const fresh = await buildPhone(api, issuer);
  const parent = queued(PLANT, { localId: "parent", outcome: "refused" });
  const child = queued(PLANT, { localId: "child" }, { dependsOn: [parent.clientOperationId] });
  const { results } = await sync(api, fresh, [parent, child]);
  const [receipt] = (await snapshot(api, fresh)).receipts;
  expect(receipt).toMatchObject({ ...results[1] });
  expect(receipt?.parentClientOperationId).toBe(parent.clientOperationId);
});
