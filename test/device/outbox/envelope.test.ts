import { expect, test } from "@jest/globals";
import { openOperation } from "../../../device/lanes/batch/open-operation.ts";
import { envelopeLabel, openEnvelope, sealedEnvelope } from "../../../device/outbox/envelope.ts";
import { bytesIn } from "../../../device/store/columns.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";
import { built } from "../../factories/device/queued-stage.ts";

test("An envelope of the first schema is sent like one of the present schema, which takes 70 bytes less", async () => {
  const { stage, scopeId, id } = await built(1);
  const { core } = stage;
  const scope = await loadScope(stage.sql, scopeId);
  if (scope === null) throw new Error("The stage has its scope");
  // The stage seals envelopes as the first schema did.
  const former = await stage.operation(id);
  const opened = await openEnvelope(core, scope, former);
  if (opened === null) throw new Error("The stage has its keys");
  const label = envelopeLabel(id);
  const envelope = await core.rows.seal(scope.queueKey, label, sealedEnvelope(opened));
  const present = { ...former, envelope };

  expect(await openOperation(core, scope, present)).toEqual(
    await openOperation(core, scope, former),
  );
  expect(await openEnvelope(core, scope, present)).toEqual(opened);
  expect(envelope.length).toBeLessThan(bytesIn(former, "envelope").length - 70);
});

test("An entry arrives with the version, language and time zone of the moment at which it was made, whatever changed since", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.isOnline = false;
  await scope.enqueue(tap("in-zurich"));
  world.timezone = "Asia/Tokyo";
  await scope.enqueue(tap("in-tokyo"));
  world.isOnline = true;
  await device.sync();

  const operations = world.api.batches.flatMap((batch) => batch.operations);
  const [first, second] = operations.map(({ metadata }) => metadata);
  expect(operations.map(({ clientOperationId }) => clientOperationId)).toEqual([
    "in-zurich",
    "in-tokyo",
  ]);
  expect(first).toEqual({ appVersion: "1.0.0", locale: "en", timezone: "Europe/Zurich" });
  expect(second).toMatchObject({ appVersion: "1.0.0", locale: "en", timezone: "Asia/Tokyo" });
});
