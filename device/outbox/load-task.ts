import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import { intentOf } from "../../rules/quick-log/intent-of.ts";
import type { Core } from "../core.ts";
import type { Row } from "../ports/sql.ts";
import type { AcceptedTask } from "../read/types.ts";
import { bytesIn, maybeNumberIn, numberIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { Label } from "../store/sealed-rows.ts";
import {
  type Basis,
  type OptimisticTask,
  optimisticOf,
  thawOptimistic,
  withOperation,
} from "./optimistic-task.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import { predict } from "./predict.ts";

/** A task as this device expects it: from its stored row, or rebuilt. Null if the task was never read. */
export async function loadTask(
  core: Core,
  scope: ScopeRow,
  taskId: string,
): Promise<OptimisticTask | null> {
  const accepted = await loadAccepted(core, scope, taskId);
  if (accepted === null) return null;
  const [stored, basis] = await Promise.all([
    loadStored(core, scope, taskId),
    loadBasis(core, scope, accepted),
  ]);
  if (stored !== null && isSameBasis(stored.basis, basis)) return stored;
  return await rebuild(core, scope, optimisticOf(accepted, stored?.past ?? []));
}

/** Label of a sealed optimistic task. */
export const optimisticLabel = (taskId: string): Label<OptimisticTask> =>
  `optimistic/task/${taskId}`;

/** Label of a sealed task as the server accepted it. */
export const taskLabel = (taskId: string): Label<AgendaTaskAnswer> => `snapshot/task/${taskId}`;

/** The same row with the type that apps see. */
export const acceptedLabel = (taskId: string): Label<AcceptedTask> => `snapshot/task/${taskId}`;

async function loadAccepted(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
  taskId: string,
): Promise<AgendaTaskAnswer | null> {
  const [row] = await ports.sql.read({
    sql: `select body from snapshot where scope_id = ? and kind = 'task' and id = ?`,
    params: [scopeId, taskId],
  });
  if (row === undefined) return null;
  return (await rows.open(cacheKey, taskLabel(taskId), bytesIn(row, "body")))?.content ?? null;
}

async function loadStored(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
  taskId: string,
): Promise<OptimisticTask | null> {
  const [row] = await ports.sql.read({
    sql: `select body from optimistic where scope_id = ? and kind = 'task' and id = ?`,
    params: [scopeId, taskId],
  });
  if (row === undefined) return null;
  const opened = await rows.open(cacheKey, optimisticLabel(taskId), bytesIn(row, "body"));
  return opened === null ? null : thawOptimistic(opened.content);
}

/**
 * The operations that the accepted task does not contain yet: waiting ones, and accepted ones whose revision is newer
 * than the task that was read.
 */
const NOT_YET_READ = `
  from sync_operation operation
  left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
  where operation.scope_id = ? and operation.object_id = ?
    and (operation.status in ('QUEUED', 'SYNCING')
      or operation.status = 'ACCEPTED' and receipt.accepted_revision > ?)`;

async function loadBasis(
  { ports }: Core,
  { scopeId }: ScopeRow,
  { taskId, revision }: AgendaTaskAnswer,
): Promise<Basis> {
  const [row] = await ports.sql.read({
    sql: `select count(*) as operations, max(operation.local_sequence) as last ${NOT_YET_READ}`,
    params: [scopeId, taskId, revision],
  });
  return {
    revision,
    operations: Number(row?.["operations"] ?? 0),
    lastSequence: Number(row?.["last"] ?? 0),
  };
}

function isSameBasis(one: Basis, other: Basis): boolean {
  return (
    one.revision === other.revision &&
    one.operations === other.operations &&
    one.lastSequence === other.lastSequence
  );
}

async function rebuild(
  core: Core,
  scope: ScopeRow,
  accepted: OptimisticTask,
): Promise<OptimisticTask> {
  const waiting = await core.ports.sql.read({
    sql: `select operation.* ${NOT_YET_READ} order by operation.local_sequence`,
    params: [scope.scopeId, accepted.state.task.id, accepted.basis.revision],
  });
  const envelopes = await Promise.all(waiting.map((row) => openEnvelope(core, scope, row)));
  let task = accepted;
  for (const [index, row] of waiting.entries()) task = apply(task, row, envelopes[index] ?? null);
  return task;
}

/** An operation whose key is gone leaves the task unsure. */
function apply(task: OptimisticTask, row: Row, envelope: Envelope | null): OptimisticTask {
  const recordedAt = new Date(numberIn(row, "client_recorded_at"));
  const clientOperationId = textIn(row, "client_operation_id");
  const intent =
    envelope === null ? null : intentOf(textIn(row, "operation_type"), envelope.payload);
  const prediction = predict(task.state, intent, {
    clientOperationId,
    expectedRevision: maybeNumberIn(row, "expected_revision"),
    now: recordedAt,
    recordedAt,
    past: task.past,
  });
  const localSequence = numberIn(row, "local_sequence");
  return withOperation(task, { clientOperationId, localSequence, recordedAt }, prediction);
}
