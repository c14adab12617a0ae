import type { SyncRequest } from "../../../contract/sync/schema.ts";
import type { Core } from "../../core.ts";
import type { Call } from "../../session/types.ts";
import { maybeNumberIn, numberIn } from "../../store/columns.ts";
import type { Crew } from "../crew.ts";
import { instantOf } from "../instant.ts";
import type { NextBatch } from "./next-batch.ts";
import type { WireOperation } from "./open-operation.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/** The request that sends a batch, with the device's clock and the health of its queue. */
export async function requestOf(
  { core, roundTripMs }: Pick<Crew, "core" | "roundTripMs">,
  scope: ScopeRow,
  { deviceId, batch }: { readonly deviceId: string; readonly batch: NextBatch },
): Promise<Call> {
  const body: Body = {
    deviceId,
    clientCursor: scope.lastCursor,
    clientSentAt: instantOf(core.ports.clock.now()),
    outbox: await outboxOf(core, scope),
    operations: withDiagnostics(batch.operations, {
      ...(roundTripMs !== null && { lastRoundTripMs: Math.round(roundTripMs) }),
      ...(await receiptFaults(core)),
    }),
  };
  return {
    method: "POST",
    path: `/api/v1/coach-client-relationships/${scope.scopeId}/sync`,
    scopeId: scope.scopeId,
    body: JSON.stringify(body),
    silenceMs: silenceOf(batch),
  };
}

type Body = Omit<SyncRequest, "operations"> & { readonly operations: readonly WireOperation[] };

const SILENCE = { usualMs: 8_000, mostMs: 64_000 } as const;

/** An operation that is sent alone after failures gets a longer timeout: it may be large and the connection slow. */
function silenceOf({ operations, tries }: NextBatch): number {
  const [first, ...others] = operations;
  const failed = first === undefined ? 0 : (tries.get(first.clientOperationId) ?? 0);
  if (others.length > 0) return SILENCE.usualMs;
  return Math.min(SILENCE.mostMs, SILENCE.usualMs * 2 ** Math.min(failed, 10));
}

/**
 * The server reads the newest round trip from the last operation that has one; diagnostics are not part of the
 * fingerprint.
 */
function withDiagnostics(
  operations: readonly WireOperation[],
  measured: Readonly<Record<string, number>>,
): readonly WireOperation[] {
  const last = operations.at(-1);
  if (last === undefined || Object.keys(measured).length === 0) return operations;
  const { diagnostics } = last.metadata ?? {};
  const known = typeof diagnostics === "object" ? diagnostics : {};
  return [
    ...operations.slice(0, -1),
    { ...last, metadata: { ...last.metadata, diagnostics: { ...known, ...measured } } },
  ];
}

/** A broken chain of receipts is reported with each batch. */
async function receiptFaults({ ports }: Core): Promise<{ readonly receiptFaults?: number }> {
  const [row] = await ports.sql.read({
    sql: "select sum(faults) as faults from receipt_chain having sum(faults) > 0",
  });
  return row === undefined ? {} : { receiptFaults: numberIn(row, "faults") };
}

/** Counts come from the scope's row and from small indexes, because this runs with each batch of a long queue. */
async function outboxOf({ ports }: Core, { scopeId }: ScopeRow): Promise<SyncRequest["outbox"]> {
  // The first condition on the status must match that of the partial index word for word.
  const refused = `select count(*) from sync_operation refused where refused.scope_id = cache_scope.scope_id
    and refused.status in ('REJECTED', 'CONFLICTED') and refused.status`;
  const [row] = await ports.sql.read({
    sql: `select enqueued - accepted - rejected - conflicted - discarded - purged as depth,
        (${refused} = 'REJECTED') as rejected, (${refused} = 'CONFLICTED') as conflicted,
        (select client_recorded_at from sync_operation waiting
          where waiting.scope_id = cache_scope.scope_id and waiting.status in ('QUEUED', 'SYNCING')
          order by local_sequence limit 1) as oldest
      from cache_scope where scope_id = ?`,
    params: [scopeId],
  });
  if (row === undefined) return null;
  const oldest = maybeNumberIn(row, "oldest");
  return {
    depth: numberIn(row, "depth"),
    oldestRecordedAt: oldest === null ? null : instantOf(oldest),
    rejected: numberIn(row, "rejected"),
    conflicted: numberIn(row, "conflicted"),
  };
}
