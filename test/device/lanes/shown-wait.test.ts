import { expect, test } from "@jest/globals";
import { findOperation } from "../../../device/outbox/list-operations.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { buildDeviceStage } from "../../factories/device/device-stage.ts";

test("an operation shows why it waits: its own reason, or that of its whole scope, and when it is sent again", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const own = await stage.queue(scopeId);
  const shown = async (id: string) => {
    const scope = await loadScope(stage.sql, scopeId);
    if (scope === null) throw new Error("The scope is gone");
    return await findOperation(stage.core, scope, id);
  };
  expect(await shown(own)).toMatchObject({ status: "QUEUED", waitsFor: null, retryAt: null });
  stage.api.judge = () => "MEDIA_PENDING";
  await stage.settle();
  const { next_retry_at: ownRetryAt } = await stage.operation(own);
  const other = await stage.queue(scopeId);
  stage.network.failNext("UNREACHABLE");
  await stage.settle();
  const { next_retry_at: scopeRetryAt } = await stage.scope(scopeId);
  expect(await shown(own)).toMatchObject({ waitsFor: "MEDIA", retryAt: ownRetryAt });
  expect(await shown(other)).toMatchObject({ waitsFor: "OFFLINE", retryAt: scopeRetryAt });
  stage.api.judge = () => "ACCEPTED";
  await stage.drain();
  expect(await shown(other)).toMatchObject({ status: "ACCEPTED", waitsFor: null, retryAt: null });
});
