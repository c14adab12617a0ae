import type { Core } from "../../core.ts";
import { isUnexpected, type Row } from "../../ports/sql.ts";
import { maybeNumberIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { loadDependents } from "../entries/dependents.ts";
import { isOfWorkout } from "../entries/entry-acts.ts";
import type { DiscardCall, DiscardOutcome } from "../types.ts";
import { UNDO_MS } from "./expired-discards.ts";
import { type Discard, discardStatements, MAY_HAVE_ARRIVED } from "./discard-statements.ts";

/**
 * Discards an entry (docs/rooms/device.md#sync-centre). Reads decide what to tell the person; only the conditions of
 * the transaction decide whether the entry is discarded. It reads again if something else came first.
 */
export async function discardEntry(
  core: Core,
  scope: ScopeRow,
  call: DiscardCall,
): Promise<DiscardOutcome> {
  for (let tries = 1; ; tries += 1) {
    const judged = await judgeDiscard(core, scope, call);
    if (judged.kind !== "ALLOWED") return judged;
    try {
      await core.ports.sql.write(discardStatements(scope.scopeId, judged.discard));
    } catch (fault) {
      if (isUnexpected(fault) && tries < MOST_TRIES) continue;
      throw fault;
    }
    core.changes.emit(scope.scopeId);
    return discarded(judged.discard.undoUntil);
  }
}

const MOST_TRIES = 5;

type Judged = DiscardOutcome | { readonly kind: "ALLOWED"; readonly discard: Discard };

const discarded = (undoUntil: number): DiscardOutcome => ({ kind: "DISCARDED", undoUntil });

async function judgeDiscard(core: Core, scope: ScopeRow, call: DiscardCall): Promise<Judged> {
  const { clientOperationId: id, together = [], mayHaveArrived = false } = call;
  const row = await findRow(core, scope, id);
  if (row === null) return { kind: "ABSENT" };
  const status = textIn(row, "status");
  // A repeated call finds what the first one decided.
  if (status === "DISCARDED") return outcomeOf(row);
  if (status === "SYNCING") return { kind: "SENDING" };
  if (status === "ACCEPTED") return { kind: "ABSENT" };
  const isUnreadable = row["wait_reason"] === "UNREADABLE";
  if (status === "QUEUED" && isOfWorkout(textIn(row, "operation_type")) && !isUnreadable)
    return { kind: "IN_WORKOUT" };
  const dependents = status === "QUEUED" ? (await loadDependents(core, scope)).of(id) : [];
  if (!dependents.every((dependent) => together.includes(dependent)))
    return { kind: "HAS_DEPENDENTS", dependents };
  const others = await findRows(core, scope, dependents);
  if (others.some((other) => other["status"] === "SYNCING")) return { kind: "SENDING" };
  if (!mayHaveArrived && [row, ...others].some((one) => one["may_have_arrived"] === 1))
    return { kind: "MAY_HAVE_ARRIVED" };
  const ids = [id, ...others.map((other) => textIn(other, "client_operation_id"))] as const;
  const now = core.ports.clock.now();
  return { kind: "ALLOWED", discard: { ids, now, undoUntil: now + UNDO_MS, mayHaveArrived } };
}

function outcomeOf(row: Row): DiscardOutcome {
  const undoUntil = maybeNumberIn(row, "undo_until");
  const isHead = row["discarded_with"] === row["client_operation_id"];
  return isHead && undoUntil !== null ? discarded(undoUntil) : { kind: "ABSENT" };
}

async function findRow(core: Core, scope: ScopeRow, id: string): Promise<Row | null> {
  const [row] = await findRows(core, scope, [id]);
  return row ?? null;
}

function findRows(
  { ports }: Core,
  { scopeId }: ScopeRow,
  ids: readonly string[],
): Promise<readonly Row[]> {
  return ports.sql.read({
    sql: `select client_operation_id, operation_type, status, wait_reason, discarded_with, undo_until,
        ${MAY_HAVE_ARRIVED} as may_have_arrived
      from sync_operation
      where scope_id = ? and client_operation_id in (select value from json_each(?)) order by local_sequence`,
    params: [scopeId, JSON.stringify(ids)],
  });
}
