import { applyResults } from "../../../device/lanes/verdicts/apply-results.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { readResults } from "../../../device/lanes/verdicts/read-results.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { buildDeviceStage, type DeviceStage } from "./device-stage.ts";

/** A batch that was sent, before its answer. */
export async function sentBatch(
  count: number,
  lastCursor: string | null = null,
): Promise<SentStage> {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await stage.queue(scopeId));
  await stage.sql.write([
    { sql: "update sync_operation set status = 'SYNCING'" },
    { sql: "update cache_scope set last_cursor = ?", params: [lastCursor] },
  ]);
  const apply = async (data: unknown) => {
    const scope = await loadScope(stage.sql, scopeId);
    if (scope === null) throw new Error("The scope is gone");
    await applyResults(stage.core, { scope, operationIds: ids }, readResults(data));
    if ((await checkLaw(stage.sql, scopeId)) !== null)
      throw new Error("The law of the queue is broken");
  };
  return { stage, scopeId, ids, apply };
}

/** A phone whose batch is on its way. */
export interface SentStage {
  readonly stage: DeviceStage;
  readonly scopeId: string;
  readonly ids: readonly string[];
  apply(data: unknown): Promise<void>;
}

/** An accepted result. */
export const accepted = (clientOperationId: unknown, changes: object = {}) => ({
  clientOperationId,
  status: "ACCEPTED",
  receiptId: `receipt-of-${String(clientOperationId)}`,
  acceptedRevision: 2,
  canonicalIds: [],
  refetch: [],
  ...changes,
});

/** The answer to a batch. */
export const answer = (results: readonly unknown[], changes: object = {}) => ({
  results,
  serverCursor: "cursor-2",
  scopeState: "ACTIVE",
  refetch: [],
  ...changes,
});

/** A hint to fetch something again. */
export const hint = (entityType: string, path: string, reason = "CHANGED") => ({
  entityType,
  entityId: "018f0000-0000-7000-8000-000000000001",
  path,
  reason,
});
