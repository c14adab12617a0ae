import type { Core } from "../core.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import { dropHints, hintsOf } from "../lanes/verdicts/keep-hints.ts";
import type { Statement } from "../ports/sql.ts";
import type { Session } from "../session/types.ts";
import { maybeTextIn } from "../store/columns.ts";
import { loadScope, type ScopeRow } from "../store/load-scope.ts";
import { pruneAccepted, requeueAccepted } from "./accepted-envelopes.ts";
import { loadDay } from "./load-day.ts";
import { type DeltaAnswer, isTodayAnswer, readDeltaAnswer } from "./read-answers.ts";
import { storeDay } from "./store-day.ts";

/**
 * Reads the changes of a scope and its present day, and stores both with the new cursor in one transaction. The cursor
 * is read first: later changes are reported again next time (docs/rooms/sync.md#reading).
 *
 * Calls for one scope must be serialised, so that an older answer never replaces a newer one.
 *
 * @returns READ, or why nothing was read; the stored day then stays.
 */
export async function refreshScope(
  core: Core,
  session: Session,
  scopeId: string,
): Promise<RefreshOutcome> {
  const { sql, clock } = core.ports;
  const scope = await loadScope(sql, scopeId);
  const deviceId = await session.deviceId();
  if (scope === null || deviceId === null) return failed({ kind: "SIGN_IN" });
  const hints = await hintsOf(sql, scopeId);
  const reader = { core, session, scope, deviceId };
  const { restored, answer } = await readDelta(reader);
  if (answer.kind !== "ANSWER") return failed(answer);
  const delta = readDeltaAnswer(answer.data);
  const today = await readToday(reader);
  if (today.kind !== "ANSWER") return failed(today);
  const { data: day } = today;
  if (delta === null || !isTodayAnswer(day)) return failed(NOT_UNDERSTOOD);
  const readAt = clock.now();
  await sql.write([
    scopeStatement(scope, delta),
    ...(restored ? [forgetRevisions(scopeId)] : []),
    ...(await storeDay(core, scope, { answer: day, readAt })),
    ...(restored ? requeueAccepted(scopeId) : pruneAccepted(scopeId, day.localDate)),
    // The changes and the day cover everything that answers asked to fetch again.
    dropHints(scopeId, hints),
    { sql: `update device_metadata set last_sync_at = ?`, params: [readAt] },
  ]);
  core.changes.emit(scopeId);
  return { kind: "READ", restored };
}

/** `restored`: the server does not know this device's cursor, as after a restore from a backup. */
export type RefreshOutcome =
  | { readonly kind: "READ"; readonly restored: boolean }
  | { readonly kind: "FAILED"; readonly answer: Failure };

type Failure = Exclude<Answer, { kind: "ANSWER" }>;

/** A body with our envelope but without the expected fields. */
const NOT_UNDERSTOOD: Failure = { kind: "TRANSPORT", cause: "FAULT", pauseMs: null };

function failed(answer: Failure): RefreshOutcome {
  return { kind: "FAILED", answer };
}

interface Reader {
  readonly core: Core;
  readonly session: Session;
  readonly scope: ScopeRow;
  readonly deviceId: string;
}

/**
 * The changes since the stored cursor; everything, if the server does not know it. A device without a cursor sends the
 * oldest cursor of an accepted operation, to notice a restored server.
 */
async function readDelta({ core, session, scope, deviceId }: Reader): Promise<{
  readonly restored: boolean;
  readonly answer: Answer;
}> {
  const { scopeId, lastCursor } = scope;
  const ask = async (since: string | null) => {
    const clientSentAt = new Date(core.ports.clock.now()).toISOString();
    const query = queryOf({ deviceId, clientSentAt, ...(since !== null && { since }) });
    const path = `/api/v1/coach-client-relationships/${scopeId}/sync?${query}`;
    return await session.call({ method: "GET", path });
  };
  const known = lastCursor ?? (await oldestAcceptedCursor(core, scopeId));
  const answer = await ask(known);
  const restored = known !== null && answer.kind === "REFUSED" && answer.code === "CURSOR_EXPIRED";
  return { restored, answer: restored ? await ask(null) : answer };
}

async function oldestAcceptedCursor({ ports }: Core, scopeId: string): Promise<string | null> {
  const [row] = await ports.sql.read({
    sql: `select accepted_cursor from sync_operation
      where scope_id = ? and status = 'ACCEPTED' and accepted_cursor is not null
      order by local_sequence limit 1`,
    params: [scopeId],
  });
  return row === undefined ? null : maybeTextIn(row, "accepted_cursor");
}

/** The present day, without its tasks if this device has the newest ones. */
async function readToday({ core, session, scope }: Reader): Promise<Answer> {
  const known = (await loadDay(core, scope))?.content.agendaChecksum;
  const timezone = core.app.timezone();
  const query = queryOf({ timezone, ...(known !== undefined && { agendaChecksum: known }) });
  return await session.call({ method: "GET", path: `/api/v1/client/today?${query}` });
}

/** A batch may have stored a newer cursor meanwhile. Reporting its changes once more does no harm. */
function scopeStatement(
  { scopeId }: ScopeRow,
  { serverCursor, scopeState }: DeltaAnswer,
): Statement {
  return {
    sql: `update cache_scope set last_cursor = ?, status = ? where scope_id = ? and status <> 'SEALED'`,
    params: [serverCursor, scopeState, scopeId],
  };
}

/** After a restore the server may have older revisions than this device; they win. */
function forgetRevisions(scopeId: string): Statement {
  return {
    sql: `update snapshot set revision = 0 where scope_id = ? and kind = 'task'`,
    params: [scopeId],
  };
}

function queryOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
