import { dropHints, hintsOf } from "../lanes/verdicts/keep-hints.ts";
import type { Core } from "../core.ts";
import { SqlFault, type Statement } from "../ports/sql.ts";
import { restartChain } from "../receipts/chain-anchor.ts";
import { checkReceipts } from "../receipts/check-receipts.ts";
import type { Session } from "../session/types.ts";
import { loadScope, type ScopeRow } from "../store/load-scope.ts";
import { pruneAccepted, requeueAccepted } from "./accepted-envelopes.ts";
import { readScope } from "./read-scope.ts";
import { readScopeAnswer, type ScopeAnswer } from "./scope-answer.ts";
import { digestsOf } from "./slices/digests-of.ts";
import { SLICES_OF } from "./slices/slices-of.ts";
import {
  type KeptSlice,
  NOT_UNDERSTOOD,
  type ReadFailure,
  type Slice,
  type SliceContext,
  type SliceRead,
} from "./slices/types.ts";

/**
 * Reads what changed in a scope: its changes since the stored cursor, then each slice whose digest differs. Everything
 * is stored in one transaction with the new cursor. The cursor is read first: later changes are reported again next
 * time (docs/rooms/sync.md#reading).
 *
 * A read that another one overtook is discarded and repeated, so that an older answer never replaces a newer one.
 *
 * @returns READ, or why nothing was read; the stored data then stay.
 */
export async function refreshScope(
  core: Core,
  session: Session,
  scopeId: string,
): Promise<RefreshOutcome> {
  for (let tries = 1; ; tries += 1) {
    const scope = await loadScope(core.ports.sql, scopeId);
    const deviceId = await session.deviceId();
    if (scope === null || deviceId === null) return failed({ kind: "SIGN_IN" });
    try {
      return await readAndStore({ core, session, scope, deviceId });
    } catch (fault) {
      // A later read was stored, or a purge order closed the scope or replaced its keys.
      const isOvertaken = fault instanceof SqlFault && fault.kind === "UNEXPECTED";
      if (!isOvertaken || tries === MOST_TRIES) throw fault;
    }
  }
}

/** `wakesLane`: operations may be sent that could not be sent before. */
export type RefreshOutcome =
  | { readonly kind: "READ"; readonly wakesLane: boolean }
  | { readonly kind: "FAILED"; readonly answer: ReadFailure };

const MOST_TRIES = 3;

function failed(answer: ReadFailure): RefreshOutcome {
  return { kind: "FAILED", answer };
}

async function readAndStore(context: SliceContext): Promise<RefreshOutcome> {
  const { core, scope } = context;
  const { sql, clock, digest } = core.ports;
  const { scopeId } = scope;
  const hints = await hintsOf(sql, scopeId);
  const slices = await Promise.all(
    SLICES_OF[core.surface].map(async (slice) => ({ slice, kept: await slice.kept(context) })),
  );
  const digests = await digestsOf(
    slices.flatMap(({ kept }) => kept ?? []),
    digest,
  );
  const { restored, answer } = await readScope(context, digests);
  if (answer.kind !== "ANSWER") return failed(answer);
  const whole = readScopeAnswer(answer.data);
  if (whole === null) return failed(NOT_UNDERSTOOD);
  const slicesRead = await readSlices(context, slices, { whole, serverTime: answer.serverTime });
  if (slicesRead.kind === "FAILED") return slicesRead;
  await sql.write([
    scopeStatement(scope, whole),
    ...(restored ? forgetRevisions(scopeId) : []),
    ...slicesRead.statements,
    ...(restored ? requeueAccepted(scopeId) : pruneAccepted(scopeId, answer.serverTime)),
    // The changes and the day cover everything that answers asked to fetch again.
    dropHints(scopeId, hints),
    { sql: `update device_metadata set last_sync_at = ?`, params: [clock.now()] },
  ]);
  core.changes.emit(scopeId);
  return { kind: "READ", wakesLane: restored || (await checkReceipts(context, whole)) };
}

/** Reads each slice that differs, one after another, unless the answer about the scope contains it. */
async function readSlices(
  context: SliceContext,
  slices: readonly ComparedSlice[],
  { whole, serverTime }: { readonly whole: ScopeAnswer; readonly serverTime: number },
): Promise<SliceRead> {
  const statements: Statement[] = [];
  for (const { slice, kept } of slices) {
    const carried = (await slice.carried?.(context, whole)) ?? null;
    if (carried !== null) {
      statements.push(...carried);
      continue;
    }
    const path = kept === null ? null : (whole.slices.get(kept.name) ?? null);
    if (path === null && !isOver(kept, serverTime)) continue;
    const read = await slice.read(context, path);
    if (read.kind === "FAILED") return read;
    statements.push(...read.statements);
  }
  return { kind: "READ", statements };
}

interface ComparedSlice {
  readonly slice: Slice;
  readonly kept: KeptSlice | null;
}

/** Whether a slice is read although the server did not answer it. */
function isOver(kept: KeptSlice | null, serverTime: number): boolean {
  return kept === null || (kept.until !== undefined && kept.until <= serverTime);
}

/**
 * Stores the cursor, unless another read was stored or an order replaced the keys meanwhile. A batch may have stored a
 * newer cursor; reporting its changes once more does no harm.
 */
function scopeStatement(
  { scopeId, cacheKey, reads }: ScopeRow,
  { serverCursor, scopeState }: ScopeAnswer,
): Statement {
  return {
    sql: `update cache_scope set last_cursor = ?, status = ?, reads = reads + 1
      where scope_id = ? and reads = ? and cache_key = ? and status not in ('SEALED', 'PURGING')`,
    params: [serverCursor, scopeState, scopeId, reads, cacheKey],
    changes: 1,
  };
}

/**
 * After a restore the server may have older revisions than this device, and a revision with another content; both win.
 * Its chain of receipts starts again too.
 */
function forgetRevisions(scopeId: string): readonly Statement[] {
  return [
    {
      sql: `update snapshot set revision = 0 where scope_id = ? and kind = 'task'`,
      params: [scopeId],
    },
    { sql: `delete from optimistic where scope_id = ?`, params: [scopeId] },
    restartChain(scopeId),
  ];
}
