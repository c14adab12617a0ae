import { expect, test } from "@jest/globals";
import { openOperation } from "../../../device/lanes/batch/open-operation.ts";
import { envelopeLabel, openEnvelope, sealedEnvelope } from "../../../device/outbox/envelope.ts";
import { bytesIn } from "../../../device/store/columns.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
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
