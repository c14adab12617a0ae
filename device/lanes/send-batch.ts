import type { Core } from "../core.ts";
import { isUnexpected, type Statement } from "../ports/sql.ts";
import type { Crew } from "./crew.ts";
import { applyResults } from "./verdicts/apply-results.ts";
import { consequenceOf, type FailedBatch, type Failure } from "./consequence-of.ts";
import { endTry, type Consequence } from "./end-try.ts";
import type { Lane } from "./lane.ts";
import { type NextBatch, nextBatch } from "./batch/next-batch.ts";
import { remainingMs } from "./pauses.ts";
import { readResults, type ReadResult } from "./verdicts/read-results.ts";
import { loadScope, type ScopeRow } from "../store/load-scope.ts";
import { unreadableOperations } from "../store/mark-unreadable.ts";
import { requestOf } from "./batch/request-of.ts";

/**
 * Sends the next batch of a lane and stores the outcome. Before it sends an operation again that the server could not
 * decide, it reads the scope. Without a connection the batch fails like the read; a read that fails otherwise keeps
 * nothing back.
 */
export async function sendBatch(crew: Crew, lane: Lane, isRead = false): Promise<LaneStep> {
  const { core, session } = crew;
  const { sql, clock } = core.ports;
  const scope = await loadScope(sql, lane.scopeId);
  if (scope === null) return REST;
  const scopeWaitMs = remainingMs(scope.nextRetryAt, clock.now());
  if (scopeWaitMs > 0) return { kind: "REST", wakeInMs: scopeWaitMs };
  if (scope.waitReason === "SIGN_IN" && (await session.state()) !== "SIGNED_IN") return REST;
  const batch = await nextBatch(core, scope, lane.limits());
  if (batch.unreadable.length > 0) {
    await sql.write([unreadableOperations(batch.unreadable)]);
    core.changes.emit(scope.scopeId);
    return MORE;
  }
  if (batch.operations.length === 0) {
    if (batch.dependents.length > 0) await sql.write([dependentStatement(batch, clock.now())]);
    return { kind: "REST", wakeInMs: batch.dueInMs };
  }
  if (isRead || !batch.isReadFirst) return await sendTo(crew, lane, { scope, batch });
  await crew.reads.beforeRetry(scope.scopeId).catch(() => null);
  return crew.isStopped ? REST : await sendBatch(crew, lane, true);
}

/** MORE: the lane checks again at once. REST: nothing can be sent now, or not before a given time. */
export type LaneStep =
  | { readonly kind: "MORE" }
  | { readonly kind: "REST"; readonly wakeInMs: number | null };

const MORE: LaneStep = { kind: "MORE" };
const REST: LaneStep = { kind: "REST", wakeInMs: null };

interface Prepared {
  readonly scope: ScopeRow;
  readonly batch: NextBatch;
}

async function sendTo(crew: Crew, lane: Lane, { scope, batch }: Prepared): Promise<LaneStep> {
  const { core, session } = crew;
  const sent = { scope, operationIds: [...batch.tries.keys()] };
  const deviceId = await session.deviceId();
  if (deviceId === null) {
    await endTry(core, sent, await register(crew, lane, { batch }));
    return MORE;
  }
  if (!(await markSent(core, batch))) return MORE;
  core.changes.emit(scope.scopeId);
  const request = await requestOf(crew, scope, { deviceId, batch });
  const answer = await session.call(request);
  // The lanes may have been stopped to destroy the keys. The answer is not stored, and the rows are sent again.
  if (crew.isStopped) return REST;
  if (answer.kind === "ANSWER") {
    crew.roundTripMs = answer.roundTripMs;
    const read = readResults(answer.data);
    await applyResults(core, sent, read);
    lane.succeeded();
    if ([...read.results.values()].some(isConflict)) crew.reads.onConflict(scope.scopeId);
  } else {
    const consequence =
      answer.kind === "REGISTER"
        ? await register(crew, lane, { batch, deviceId })
        : consequenceOf(answer, failedBatch(crew, lane, batch));
    await endTry(core, sent, { ...consequence, isLost: isLost(answer) });
  }
  core.changes.emit(scope.scopeId);
  return MORE;
}

function isConflict(result: ReadResult): boolean {
  return result.kind === "FINAL" && result.localStatus === "CONFLICTED";
}

/** Registers the device. The batch is selected again, because the answer may contain a purge order. */
async function register(
  crew: Crew,
  lane: Lane,
  { batch, deviceId }: { readonly batch: NextBatch; readonly deviceId?: string },
): Promise<Consequence> {
  const registration = await crew.session.register(deviceId);
  const failed = failedBatch(crew, lane, batch);
  if (registration.kind === "FAILED") return consequenceOf(registration.answer, failed);
  return lane.registered() === 1 ? { wait: null } : consequenceOf(AGAIN, failed);
}

function failedBatch({ session }: Crew, lane: Lane, batch: NextBatch): FailedBatch {
  return { batch, lane, answered: session.answered() };
}

/** The server does not know a device that it has just registered. */
const AGAIN: Failure = { kind: "REGISTER" };

/** Whether the server may have carried out a batch without a result: no answer arrived, or only one of its own fault. */
function isLost(answer: Failure): boolean {
  return answer.kind === "PAUSE" || (answer.kind === "TRANSPORT" && answer.cause !== "NOT_SENT");
}

/**
 * A first try is stored as a negative instant, until `endTry` knows whether it may have arrived. After a kill nobody
 * knows, so it may have.
 *
 * @returns false if something ended the wait of one of them meanwhile.
 */
async function markSent({ ports }: Core, batch: NextBatch): Promise<boolean> {
  const now = ports.clock.now();
  const ids = [...batch.tries.keys()];
  try {
    await ports.sql.write([
      {
        sql: `update sync_operation set status = 'SYNCING', wait_reason = null, next_retry_at = null,
          sent_at = coalesce(iif(status = 'SYNCING', abs(sent_at), sent_at), -?), updated_at = ?
          where client_operation_id in (select value from json_each(?))
            and status in ('QUEUED', 'SYNCING')`,
        params: [now, now, JSON.stringify(ids)],
        changes: ids.length,
      },
      ...(batch.dependents.length > 0 ? [dependentStatement(batch, now)] : []),
    ]);
    return true;
  } catch (fault) {
    if (isUnexpected(fault)) return false;
    throw fault;
  }
}

function dependentStatement({ dependents }: NextBatch, now: number): Statement {
  return {
    sql: `update sync_operation set wait_reason = 'DEPENDENCY', updated_at = ?
      where client_operation_id in (select value from json_each(?)) and status = 'QUEUED' and wait_reason is null`,
    params: [now, JSON.stringify(dependents)],
  };
}
