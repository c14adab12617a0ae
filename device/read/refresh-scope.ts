import { AGENDA_SLICE_PREFIX } from "../../contract/sync/vocabulary.ts";
import { objectsAt } from "../json.ts";
import { dropHints, hintsOf, hintText, saveHints } from "../lanes/verdicts/keep-hints.ts";
import { type Hint, readHints } from "../lanes/verdicts/read-results.ts";
import type { Core } from "../core.ts";
import { isUnexpected, type Statement } from "../ports/sql.ts";
import { restartChain } from "../receipts/chain-anchor.ts";
import { checkReceipts } from "../receipts/check-receipts.ts";
import type { Registration, Session } from "../session/types.ts";
import { loadScope, type ScopeRow } from "../store/load-scope.ts";
import { pruneAccepted, requeueAccepted } from "./accepted-envelopes.ts";
import { forgetUnreadScope } from "./forget-unread-scope.ts";
import { readScope } from "./read-scope.ts";
import { readSlices } from "./read-slices.ts";
import { dateOf, openConflicts, readTargets } from "./read-targets.ts";
import { readScopeAnswer, type ScopeAnswer } from "./scope-answer.ts";
import { digestsOf } from "./slices/digests-of.ts";
import { SLICES_OF } from "./slices/slices-of.ts";
import { NOT_UNDERSTOOD, type ReadFailure, type SliceContext } from "./slices/types.ts";

/**
 * Reads what changed in a scope: its changes since the stored cursor, then each slice whose digest differs. Everything
 * is stored in one transaction with the new cursor. The cursor is read first: later changes are reported again next
 * time (docs/rooms/sync.md#reading).
 *
 * A read that another one overtook is discarded and repeated, so that an older answer never replaces a newer one. A
 * device that the server refuses registers once more and reads again: nothing else may be sent that would notice it.
 *
 * @returns READ, or why nothing was read; the stored data then stay.
 */
export async function refreshScope(
  core: Core,
  session: Session,
  scopeId: string,
): Promise<RefreshOutcome> {
  let refused: string | undefined;
  for (let tries = 1; ; tries += 1) {
    const scope = await loadScope(core.ports.sql, scopeId);
    if (scope === null) return failed({ kind: "SIGN_IN" });
    const device = await registeredDevice(session, refused);
    if (device.kind === "FAILED") return device;
    try {
      const outcome = await readAndStore({ core, session, scope, deviceId: device.deviceId });
      if (!isDeviceRefused(outcome) || refused !== undefined) return outcome;
      refused = device.deviceId;
    } catch (fault) {
      // A later read was stored, or a purge order closed the scope or replaced its keys.
      if (!isUnexpected(fault) || tries === MOST_TRIES) throw fault;
    }
  }
}

/** `wakesLane`: operations may be sent that could not be sent before. */
export type RefreshOutcome =
  | { readonly kind: "READ"; readonly wakesLane: boolean }
  | { readonly kind: "FAILED"; readonly answer: ReadFailure };

const MOST_TRIES = 3;

function isDeviceRefused(outcome: RefreshOutcome): boolean {
  return outcome.kind === "FAILED" && outcome.answer.kind === "REGISTER";
}

function failed(answer: ReadFailure): RefreshOutcome {
  return { kind: "FAILED", answer };
}

/**
 * The device of this installation. A registration whose answer was lost is tried again: a phone with nothing to send
 * would otherwise never read.
 *
 * @param refused the device that the server refused, if it did.
 */
async function registeredDevice(session: Session, refused?: string): Promise<Registration> {
  const deviceId = await session.deviceId();
  if (deviceId !== null && deviceId !== refused)
    return { kind: "REGISTERED", deviceId, hasOrders: false };
  const isSignedIn = (await session.state()) === "SIGNED_IN";
  return isSignedIn
    ? await session.register(refused)
    : { kind: "FAILED", answer: { kind: "SIGN_IN" } };
}

async function readAndStore(context: SliceContext): Promise<RefreshOutcome> {
  const { core, scope } = context;
  const { sql, clock, random } = core.ports;
  const { scopeId } = scope;
  const { hints, conflicts, slices, digests } = await loadBefore(context);
  const { restored, answer } = await readScope(context, digests);
  if (answer.kind === "NOT_FOUND") await forgetUnreadScope(core, scopeId);
  if (answer.kind !== "ANSWER") return failed(answer);
  const whole = readScopeAnswer(answer.data);
  if (whole === null) return failed(NOT_UNDERSTOOD);
  const { serverTime } = answer;
  const read = await readSlices(context, slices, { whole, serverTime });
  const { statements, failure } = read;
  const others = otherTasks([...hints.hints, ...changesIn(whole)], read.covered);
  const mark = random.uuid();
  await sql.write([
    scopeStatement(scope, whole),
    ...(restored ? forgetRevisions(scopeId) : []),
    ...statements,
    ...(restored ? requeueAccepted(scopeId) : pruneAccepted(scopeId, serverTime)),
    // The slices cover everything that answers asked to fetch again, except tasks of other days.
    ...(failure === null ? [dropHints(scopeId, hints)] : []),
    ...(others.length > 0 ? [saveHints(scopeId, others, { now: clock.now(), mark })] : []),
    { sql: `update device_metadata set last_sync_at = ?`, params: [clock.now()] },
  ]);
  core.changes.emit(scopeId);
  const missing = failure ?? (await readTargets(context, { conflicts, hints: others }));
  if (missing !== null) return failed(missing);
  if (others.length > 0)
    await sql.write([dropHints(scopeId, { hints: others, stored: hintText(others, mark) })]);
  if (conflicts.length + others.length > 0) core.changes.emit(scopeId);
  return { kind: "READ", wakesLane: restored || (await checkReceipts(context, whole)) };
}

/** Changes since the cursor. */
function changesIn({ body }: ScopeAnswer): readonly Hint[] {
  return readHints(objectsAt(body, "changes"));
}

/** Changed tasks of days that no slice covers, such as those of a day that has just ended. */
function otherTasks(hints: readonly Hint[], covered: ReadonlySet<string>): readonly Hint[] {
  return hints.filter(({ entityType, path }) => {
    const date = dateOf(path);
    return (
      entityType === "agenda_task" && date !== null && !covered.has(`${AGENDA_SLICE_PREFIX}${date}`)
    );
  });
}

/** Loads the device's knowledge before it asks. Conflicts that arrive later may be newer than the answers. */
async function loadBefore(context: SliceContext) {
  const { sql, digest } = context.core.ports;
  const slices = await Promise.all(
    SLICES_OF[context.core.surface].map(async (slice) => ({
      slice,
      kept: await slice.kept(context),
    })),
  );
  return {
    slices,
    digests: await digestsOf(
      slices.flatMap(({ kept }) => kept ?? []),
      digest,
    ),
    hints: await hintsOf(sql, context.scope.scopeId),
    conflicts: await openConflicts(context),
  };
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
      sql: `update snapshot set revision = 0 where scope_id = ? and kind in ('task', 'form')`,
      params: [scopeId],
    },
    { sql: `delete from optimistic where scope_id = ?`, params: [scopeId] },
    restartChain(scopeId),
  ];
}
