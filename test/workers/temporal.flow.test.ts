import { afterAll, expect, test } from "@jest/globals";
import { searchAttributesOf } from "../../workers/worker/search-attributes.ts";
import { registerSearchAttributes } from "../../tools/temporal/temporal-server.ts";
import { getTestPart } from "../harness/context.ts";
import { openTemporal } from "../harness/temporal.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const temporal = await openTemporal();
const skipping = await openTimeSkipping();
afterAll(async () => {
  await temporal.teardown();
  await skipping.teardown();
});

test("the namespace has the search attributes of all actors, and keeps them", async () => {
  const { address, namespace } = getTestPart("temporal");
  await registerSearchAttributes(address, namespace);
  const known = await temporal.connection.operatorService.listSearchAttributes({ namespace });
  expect(Object.keys(known.customAttributes)).toEqual(
    expect.arrayContaining(Object.keys(searchAttributesOf())),
  );
});

test("thirty days pass in a moment on the time-skipping server", async () => {
  const before = await skipping.currentTimeMs();
  await skipping.sleep("30 days");
  const passedMs = (await skipping.currentTimeMs()) - before;
  expect(passedMs).toBeGreaterThanOrEqual(30 * 24 * 3_600_000);
});
