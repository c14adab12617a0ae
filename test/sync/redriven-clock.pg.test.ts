import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { redriveOperation } from "../../activities/sync/support/redrive-operation.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { crashingQuickLog, quarantine } from "../factories/quarantined.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const HOUR = 3_600_000;
afterAll(() => database.close());

test("An operation that is driven again was made when its device's clock said, corrected as then", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  const ahead = new Date(Date.now() + 3 * HOUR).toISOString();
  const operation = queued(
    "quick-log.complete-task",
    { taskId: habit.id },
    { clientRecordedAt: ahead, metadata: { diagnostics: { lastRoundTripMs: 20 } } },
  );
  const features = [crashingQuickLog];
  await submit(admissionDeps(em, features), scope, [operation], { clientSentAt: ahead });
  await quarantine(em, operation.clientOperationId, features);
  const [first] = await clocks(scope.relationshipId);
  expect(first?.confidence).toBe("MEASURED");
  const operator = { actor: "support", role: "support", reason: "12", requestId: "test" } as const;
  const { receiptId = "" } = first ?? {};
  const log = admissionDeps(em).log;
  const { result } = await transact(em, (tx) =>
    redriveOperation(tx, { receiptId, operator, features: [quickLogFeature], log }),
  );
  expect(result.status).toBe("ACCEPTED");
  const [, again] = await clocks(scope.relationshipId);
  expect(again).toMatchObject({ at: first?.at, confidence: "MEASURED", offsetMs: first?.offsetMs });
});

async function clocks(relationshipId: string) {
  const { rows } = await sql<{
    receiptId: string;
    at: string;
    confidence: string;
    offsetMs: number;
  }>`
    select operation.receipt_id as "receiptId", operation.corrected_at::text as at,
      operation.clock_confidence as confidence, batch.clock_offset_ms::float8 as "offsetMs"
    from sync_operation operation join sync_batch batch on batch.id = operation.batch_id
    where operation.relationship_id = ${relationshipId} order by operation.chain_seq
  `.execute(em.fork().getKysely());
  return rows;
}
