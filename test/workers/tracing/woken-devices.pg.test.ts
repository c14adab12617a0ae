import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { continueTraces } from "../../../db/platform/tracing/stored-traces.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { lowerDevices } from "../../../db/sync/settlement/lower-devices.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import { recordSpans } from "../../factories/workers/record-spans.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm();

test("An act that makes devices due because of rows of which one is recorded records the wake of that device alone", async () => {
  const recording = recordSpans();
  const recorded = instant();
  const other = instant();
  const rows = [recorded, other].map(({ relationshipId }) => ({
    relationshipId,
    traceContext:
      relationshipId === recorded.relationshipId
        ? "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        : null,
  }));
  const span = { name: "settle batches", attributesOf: () => ({}) };
  await continueTraces(rows, span, () =>
    transact(em, async (tx) => lowerDevices(tx, [recorded, other], await clockNow(tx))),
  );
  await recording.end();
  const { rows: stored } = await sql<{ key: string; isRecorded: boolean }>`
    select key, trace_context is not null as "isRecorded" from outbox
    where key in (${recorded.workflowId}, ${other.workflowId})`.execute(em.fork().getKysely());
  expect(new Map(stored.map(({ key, isRecorded }) => [key, isRecorded]))).toEqual(
    new Map([
      [recorded.workflowId, true],
      [other.workflowId, false],
    ]),
  );
});

function instant() {
  const [deviceId, relationshipId] = [newId(), newId()];
  const at = new Date();
  return {
    deviceId,
    relationshipId,
    workflowId: deviceActorId(deviceId),
    at,
    reason: "RETRY",
  };
}
