import { canonicalForm } from "../../contract/canonical-form.ts";
import { isJsonObject, type JsonObject, numberAt, textAt } from "../json.ts";
import { isSameAct } from "../outbox/is-same-act.ts";
import type { Action } from "../outbox/types.ts";
import { filesOf } from "../media/acts/files-of.ts";
import { objectOf } from "../outbox/object-of.ts";
import type { PartContext } from "../parts/part-context.ts";
import { isUnexpected, type Sql, type Statement } from "../ports/sql.ts";
import { maybeNumberIn, textIn, textsIn } from "../store/columns.ts";
import { isOfWorkout, resubmitActs } from "./entries/entry-acts.ts";
import { findEntry, type FoundEntry } from "./entries/read-entries.ts";
import { readNewest } from "./read-newest.ts";
import type { ResubmitCall, ResubmitOutcome } from "./types.ts";

/**
 * Sends a refused entry again, as a new operation that names it. A conflict is read first, so that the new operation
 * names the newest revision (docs/rooms/sync.md#stale-revision).
 */
export async function resubmitEntry(
  context: PartContext,
  call: ResubmitCall,
): Promise<ResubmitOutcome> {
  const { core } = context;
  const { clientOperationId: id } = call;
  const found = await findEntry(core, await context.row(), id);
  if (found === null) return { kind: "ABSENT" };
  const { entry } = found;
  const clientOperationId = call.callId ?? core.ports.random.uuid();
  if (entry.replacedBy === clientOperationId && (await isSameResubmit(context, call, found)))
    return { kind: "QUEUED", clientOperationId };
  const canResubmit = entry.group === "ATTENTION" && !isOfWorkout(entry.operationType);
  const [act] = canResubmit ? resubmitActs(entry) : [];
  const payload = call.payload ?? entry.payload;
  if (act === undefined || payload === null) return { kind: "NOT_ALLOWED" };
  if (act === "CORRECT" && call.payload === undefined) return { kind: "CORRECT_FIRST" };
  const unread = entry.changed?.isRead === false ? await readFirst(context, id) : null;
  if (unread !== null) return unread;
  const action = await actionOf(core.ports.sql, found, payload);
  const review = await reviewOf(context, action);
  if (review === null) return (await readFirst(context, id)) ?? { kind: "NOT_ALLOWED" };
  try {
    await context.enqueue({ ...action, ...review, clientOperationId }, async () => [
      stillRefused(id, clientOperationId),
    ]);
  } catch (fault) {
    // The person discarded or replaced the entry meanwhile.
    if (isUnexpected(fault)) return { kind: "NOT_ALLOWED" };
    throw fault;
  }
  return { kind: "QUEUED", clientOperationId };
}

/**
 * Whether an earlier call sent the entry again under this id, with the same correction.
 *
 * @throws ActionFault ID_TAKEN if another act has this id.
 */
async function isSameResubmit(
  { core, scopeId }: PartContext,
  { callId: id = "", clientOperationId: resubmitOf, payload }: ResubmitCall,
  { entry: { operationType }, result }: FoundEntry,
): Promise<boolean> {
  const corrected = payload === undefined ? null : { ...payload, ...replacementOf(result) };
  // The time of a reviewed day is that of the day on this device.
  const said = ({ seenAt: _seenAt, ...rest }: JsonObject) => canonicalForm(rest);
  return await isSameAct(core, {
    id,
    scopeId,
    operationType,
    resubmitOf,
    isSamePayload: (stored) => corrected === null || said(stored.payload) === said(corrected),
  });
}

/** Requires in the transaction of the new operation that the entry is refused and has no other replacement. */
function stillRefused(id: string, replacement: string): Statement {
  return {
    sql: `update sync_operation set updated_at = updated_at
      where client_operation_id = ?1 and status in ('REJECTED', 'CONFLICTED')
        and not exists (select 1 from sync_operation later
          where later.resubmit_of = ?1 and later.client_operation_id <> ?2)`,
    params: [id, replacement],
    changes: 1,
  };
}

/**
 * Reads the newest state of a conflict; null if it was read. A review says that the coach has seen the day, so the
 * coach sees it before the review is sent again.
 */
async function readFirst(context: PartContext, id: string): Promise<ResubmitOutcome | null> {
  const outcome = await readNewest(context);
  if (outcome !== "READ") return { kind: "READ_FIRST", reason: outcome };
  const read = await findEntry(context.core, await context.row(), id);
  const isReview = read?.entry.operationType === DAY_REVIEW;
  if (read?.entry.changed?.isRead === false)
    return { kind: "READ_FIRST", reason: isReview ? "LOCKED" : "OFFLINE" };
  return isReview ? { kind: "READ_FIRST", reason: "UNSEEN" } : null;
}

const DAY_REVIEW = "day.review";

/**
 * The action on the newest state: on the task that replaced the named one, after the present versions of its parents.
 */
async function actionOf(sql: Sql, found: FoundEntry, payload: JsonObject): Promise<Action> {
  const { entry, row, result } = found;
  const present = { ...payload, ...replacementOf(result) };
  const revision = await revisionOf(sql, found, present);
  const attachments = await filesOf(sql, entry.clientOperationId);
  return {
    operationType: entry.operationType,
    payload: present,
    ...(revision !== null && { expectedRevision: revision }),
    dependsOn: await presentParents(sql, textsIn(row, "depends_on")),
    resubmitOf: entry.clientOperationId,
    ...(attachments.length > 0 && { attachments }),
  };
}

/** The version of a day that the coach read last; null if this device does not have the day. */
async function reviewOf(
  { core, scopeId }: PartContext,
  action: Action,
): Promise<Partial<Action> | null> {
  if (action.operationType !== DAY_REVIEW) return {};
  const localDate = textAt(action.payload, "localDate");
  const { loadDay } = await import("../coach/days/load-day.ts");
  const day = localDate === null ? null : await loadDay(core, { scopeId, localDate });
  if (day === null) return null;
  const payload = { ...action.payload, seenAt: day.seenAt };
  return { payload, expectedRevision: day.accepted.agendaVersion };
}

/** The fields that name the replacement of a replaced task; none if it was not replaced. */
function replacementOf({ conflict }: JsonObject): JsonObject {
  const superseded = isJsonObject(conflict) ? conflict["supersededBy"] : null;
  if (!isJsonObject(superseded)) return {};
  const taskId = textAt(superseded, "taskId");
  const itemId = textAt(superseded, "itemId");
  return { ...(taskId !== null && { taskId }), ...(itemId !== null && { itemId }) };
}

/** Null if the device has the task: `enqueue` then names the revision that was read. */
async function revisionOf(
  sql: Sql,
  { row, result }: FoundEntry,
  payload: JsonObject,
): Promise<number | null> {
  const known = await sql.read({
    sql: `select 1 from snapshot where scope_id = ? and kind = 'task' and id = ?`,
    params: [textIn(row, "scope_id"), objectOf(payload)],
  });
  if (known.length > 0) return null;
  const { conflict } = result;
  const superseded = isJsonObject(conflict) ? conflict["supersededBy"] : null;
  const replacing = isJsonObject(superseded) ? numberAt(superseded, "revision") : null;
  return replacing ?? numberAt(result, "latestRevision") ?? maybeNumberIn(row, "expected_revision");
}

/** Parents that were refused would refuse the new operation too: only their replacements and open ones stay. */
async function presentParents(sql: Sql, parents: readonly string[]): Promise<readonly string[]> {
  if (parents.length === 0) return [];
  const rows = await sql.read({
    sql: `select coalesce(later.client_operation_id, parent.client_operation_id) as id
      from sync_operation parent
      left join sync_operation later on later.resubmit_of = parent.client_operation_id
      where parent.client_operation_id in (select value from json_each(?))
        and coalesce(later.status, parent.status) in ('QUEUED', 'SYNCING', 'ACCEPTED')`,
    params: [JSON.stringify(parents)],
  });
  return rows.map((row) => textIn(row, "id"));
}
