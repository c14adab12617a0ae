import { expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { countVerdicts } from "../../api/sync/count-verdicts.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";

test("verdicts are counted by status and code, over all batches of a process", async () => {
  const metrics = new Registry();
  countVerdicts(metrics, [
    result({}),
    result({ status: "REJECTED", rejectionCode: "TASK_CLOSED" }),
  ]);
  countVerdicts(metrics, [
    result({}),
    result({ status: "CONFLICT", conflictCode: "STALE_REVISION" }),
  ]);
  const text = await metrics.metrics();
  expect(text).toContain('sideline_verdicts_total{status="ACCEPTED",code="NONE"} 2');
  expect(text).toContain('sideline_verdicts_total{status="REJECTED",code="TASK_CLOSED"} 1');
  expect(text).toContain('sideline_verdicts_total{status="CONFLICT",code="STALE_REVISION"} 1');
});

function result(verdict: Partial<OperationResult>): OperationResult {
  return {
    clientOperationId: "1",
    status: "ACCEPTED",
    receiptId: null,
    acceptedRevision: null,
    canonicalIds: [],
    refetch: [],
    ...verdict,
  };
}
