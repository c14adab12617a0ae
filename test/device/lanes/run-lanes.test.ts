import { expect, test } from "@jest/globals";
import { buildDeviceStage } from "../../factories/device/device-stage.ts";

test("what a person did offline is sent in its order, once, and every operation ends with its receipt", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  const ids = [await stage.queue(scopeId), await stage.queue(scopeId), await stage.queue(scopeId)];
  await stage.settle();
  expect(stage.api.effects).toEqual(ids);
  for (const id of ids) expect(await stage.operation(id)).toMatchObject({ status: "ACCEPTED" });
  const receipts = await stage.rows("select client_operation_id, server_status from sync_receipt");
  expect(receipts).toHaveLength(3);
  expect(await stage.scope(scopeId)).toMatchObject({ enqueued: 3, accepted: 3, wait_reason: null });
});

test("an operation whose answer was lost is sent again under its id and takes effect once", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const id = await stage.queue(scopeId);
  stage.network.failNext("ANSWER_LOST");
  await stage.settle();
  expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
  expect(await stage.scope(scopeId)).toMatchObject({ wait_reason: "OFFLINE" });
  await stage.drain();
  expect(stage.api.effects).toEqual([id]);
  const [receipt] = await stage.rows("select server_status from sync_receipt");
  expect(receipt).toEqual({ server_status: "ALREADY_ACCEPTED" });
});
