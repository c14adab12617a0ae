import { payloadChecksum } from "../../contract/canonical-form.ts";
import { intentOf } from "../../rules/quick-log/intent-of.ts";
import type { Core } from "../core.ts";
import { isUnexpected, type Statement } from "../ports/sql.ts";
import { SIGN_OUT } from "../store/names.ts";
import { resubmitChain } from "./resubmit-chain.ts";
import { LATER_VERSIONS } from "../wire/operation-types.ts";
import { loadScope, SCOPE_CLOSED, type ScopeRow } from "../store/load-scope.ts";
import { envelopeLabel, sealedEnvelope } from "./envelope.ts";
import { isSameAct, withPayload } from "./is-same-act.ts";
import { judgeAction } from "./judge-action.ts";
import { loadTask, optimisticLabel } from "./load-task.ts";
import { objectOf } from "./object-of.ts";
import { type OptimisticTask, withOperation } from "./optimistic-task.ts";
import { predict } from "./predict.ts";
import type { Action } from "./types.ts";

/**
 * Records an action: its effect, envelope, checksum and place in the queue in one transaction
 * (docs/rooms/device.md#outbox). A repeated id is the same action, so that a caller without an answer can retry.
 * Another action under that id is refused.
 *
 * Calls for one scope must be serialised.
 *
 * @param alongside rows of a part that change with the action.
 * @returns the id of the operation.
 * @throws ActionFault or SqlFault; nothing is queued then.
 */
export async function enqueue(
  { core, scopeId }: Place,
  action: Action,
  alongside: Alongside = async () => await Promise.resolve([]),
): Promise<string> {
  const clientOperationId = action.clientOperationId ?? core.ports.random.uuid();
  judgeAction(action, clientOperationId);
  for (let tries = 1; ; tries += 1) {
    try {
      return await queue(core, scopeId, { action: { ...action, clientOperationId }, alongside });
    } catch (fault) {
      // A purge order replaced the scope's keys meanwhile, or closes the scope for a moment.
      if (!isUnexpected(fault) || tries === MOST_TRIES) throw fault;
    }
  }
}

interface Place {
  readonly core: Core;
  readonly scopeId: string;
}

const MOST_TRIES = 3;

/**
 * Builds the statements that a part adds to the transaction of its action. It is called for every attempt, because the
 * keys of the scope may change in between.
 */
export type Alongside = (scope: ScopeRow) => Promise<readonly Statement[]>;

async function queue(
  core: Core,
  scopeId: string,
  { action, alongside }: { readonly action: NamedAction; readonly alongside: Alongside },
): Promise<string> {
  const { ports, changes } = core;
  const scope = await loadScope(ports.sql, scopeId);
  if (scope === null) throw new Error(SCOPE_CLOSED);
  const { clientOperationId, payload } = action;
  const objectId = objectOf(payload);
  if (await isKnown(core, scopeId, action)) return clientOperationId;
  const task = objectId === null ? null : await loadTask(core, scope, objectId);
  const operation: NewOperation = {
    clientOperationId,
    objectId,
    // The person saw the accepted revision, whatever operations wait on top of it.
    expectedRevision: action.expectedRevision ?? task?.basis.revision ?? null,
    recordedAt: ports.clock.now(),
    localSequence: scope.nextSequence,
    resubmitChain: JSON.stringify(await resubmitChain(ports.sql, action.resubmitOf)),
  };
  const queued: Queued = { core, scope, action, operation };
  await ports.sql.write([
    sequenceStatement(queued),
    await operationStatement(queued),
    ...(action.attachments
      ? await (await import("../media/acts/name-files.ts")).nameFiles(core, scopeId, action)
      : []),
    ...(task === null ? [] : [await effectStatement(queued, task)]),
    ...(await alongside(scope)),
  ]);
  changes.emit(scopeId);
  return clientOperationId;
}

type NamedAction = Action & { readonly clientOperationId: string };

interface Queued {
  readonly core: Core;
  readonly scope: ScopeRow;
  readonly action: Action;
  readonly operation: NewOperation;
}

interface NewOperation {
  readonly clientOperationId: string;
  readonly objectId: string | null;
  readonly expectedRevision: number | null;
  readonly recordedAt: number;
  readonly localSequence: number;
  readonly resubmitChain: string;
}

/** @throws ActionFault ID_TAKEN */
async function isKnown(core: Core, scopeId: string, action: NamedAction): Promise<boolean> {
  const { clientOperationId: id, operationType, payload, resubmitOf = null } = action;
  const isSamePayload = withPayload(core, payload);
  const objectId = objectOf(payload);
  return await isSameAct(core, { id, scopeId, operationType, objectId, resubmitOf, isSamePayload });
}

/** The device at the instant of the transaction: a registration may complete while an action is prepared. */
const DEVICE_IDS = `(select iif(device_id is null, '[]', json_array(device_id)) from device_metadata)`;

/** Takes the next sequence. A sign-out that is decided and a purge close the scope. */
function sequenceStatement({ scope, operation }: Queued): Statement {
  return {
    sql: `update cache_scope set next_sequence = next_sequence + 1, enqueued = enqueued + 1
      where scope_id = ? and next_sequence = ? and queue_key = ? and cache_key = ?
        and status not in ('SEALED', 'PURGING')
        and not exists (select 1 from cache_metadata where key = ?)`,
    params: [scope.scopeId, operation.localSequence, scope.queueKey, scope.cacheKey, SIGN_OUT],
    changes: 1,
  };
}

async function operationStatement(queued: Queued): Promise<Statement> {
  const { scope, action, operation } = queued;
  const { operationType, dependsOn = [], resubmitOf = null } = action;
  return {
    sql: `insert into sync_operation (client_operation_id, scope_id, local_sequence, operation_type,
        operation_version, expected_revision, client_recorded_at, object_id, depends_on, resubmit_of,
        resubmit_chain, device_ids, status, created_at, updated_at, envelope)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${DEVICE_IDS}, 'QUEUED', ?, ?, ?)
      on conflict (client_operation_id) do nothing`,
    params: [
      operation.clientOperationId,
      scope.scopeId,
      operation.localSequence,
      operationType,
      LATER_VERSIONS[operationType] ?? 1,
      operation.expectedRevision,
      operation.recordedAt,
      operation.objectId,
      JSON.stringify(dependsOn),
      resubmitOf,
      operation.resubmitChain,
      operation.recordedAt,
      operation.recordedAt,
      await sealEnvelope(queued),
    ],
    changes: 1,
  };
}

async function sealEnvelope({ core, scope, action, operation }: Queued): Promise<Uint8Array> {
  const { ports, rows, app } = core;
  const { payload } = action;
  const envelope = sealedEnvelope({
    payload,
    payloadChecksum: await payloadChecksum(payload, ports.digest),
    metadata: { appVersion: app.appVersion, timezone: app.timezone(), locale: app.locale() },
  });
  return await rows.seal(scope.queueKey, envelopeLabel(operation.clientOperationId), envelope);
}

/** The expected task after the action. */
async function effectStatement(
  { core, scope, action, operation }: Queued,
  task: OptimisticTask,
): Promise<Statement> {
  const { scopeId, cacheKey } = scope;
  const recordedAt = new Date(operation.recordedAt);
  const prediction = predict(task.state, intentOf(action.operationType, action.payload), {
    ...operation,
    now: recordedAt,
    recordedAt,
    past: task.past,
  });
  const { id: taskId } = task.state.task;
  const next = withOperation(task, { ...operation, recordedAt }, prediction);
  return {
    sql: `insert into optimistic (scope_id, kind, id, body) values (?, 'task', ?, ?)
      on conflict (scope_id, kind, id) do update set body = excluded.body`,
    params: [scopeId, taskId, await core.rows.seal(cacheKey, optimisticLabel(taskId), next)],
  };
}
