import type { Core } from "../../core.ts";
import { maybeTextIn } from "../../store/columns.ts";
import { applyActs, type AppliedActs, expectedRow } from "../acts/expected-row.ts";
import { type PendingAct, pendingActs } from "../acts/pending-acts.ts";
import { type PredictedRow, predictedRow } from "../acts/predicted-row.ts";
import { isRefused, refusedAct } from "../acts/refused-act.ts";
import { loadClients } from "../roster/load-clients.ts";
import type { InboxRow } from "../types.ts";
import { loadRows, type StoredRow } from "./load-rows.ts";

/**
 * The rows of a workspace as this device knows them, with the acts that wait on it. A fixed number of statements,
 * however many clients.
 */
export async function loadInbox(core: Core, workspaceId: string): Promise<KnownInbox> {
  const here = { params: [workspaceId] };
  const [rows, acts, clients, coachUserId] = await Promise.all([
    loadRows(core, { where: "scope.workspace_id = ?", ...here }),
    pendingActs(core, {
      where: "scope.workspace_id = ? and operation.operation_type glob 'inbox.*'",
      ...here,
    }),
    loadClients(core),
    ownUserId(core),
  ]);
  const byTask = groupByTask(acts);
  const predicted = new Map(rows.map(({ taskId, item }) => [taskId, predictedRow(item)]));
  const context = {
    coachTimezone: clients[0]?.stored.coachTimezone ?? null,
    findRow: (taskId: string) => predicted.get(taskId) ?? null,
  };
  return {
    ...context,
    coachUserId,
    names: coachNames(rows),
    rows: rows.map((stored) => {
      const pending = byTask.get(stored.taskId) ?? [];
      return { stored, pending, applied: applyActs(stored.item, pending, context) };
    }),
  };
}

/** The rows of a workspace with everything that explains them. */
export interface KnownInbox {
  readonly rows: readonly KnownRow[];
  /** Null until the coach's account was read. */
  readonly coachUserId: string | null;
  readonly coachTimezone: string | null;
  /** Names of coaches that rows mention, by user id. */
  readonly names: ReadonlyMap<string, string>;
  readonly findRow: (taskId: string) => PredictedRow | null;
}

/** A row with its pending acts, before it is shown. */
export interface KnownRow {
  readonly stored: StoredRow;
  readonly pending: readonly PendingAct[];
  readonly applied: AppliedActs;
}

/** A row in its three planes. */
export function presentRow(
  { stored, pending, applied }: KnownRow,
  { names, coachUserId }: Pick<KnownInbox, "names" | "coachUserId">,
): InboxRow {
  const { taskId, scopeId, isListed, readAt, item, detail, hasDraft } = stored;
  const waiting = pending.filter(({ plane }) => plane === "WAITING");
  return {
    taskId,
    scopeId,
    isListed,
    readAt,
    accepted: item,
    expected: expectedRow(item, applied),
    waiting: waiting.map(({ clientOperationId }) => clientOperationId),
    refused: pending
      .filter(isRefused)
      .map((act) => refusedAct(act, { detail, coachUserId, names })),
    hasDraft,
  };
}

function groupByTask(acts: readonly PendingAct[]): ReadonlyMap<string, readonly PendingAct[]> {
  const byTask = new Map<string, PendingAct[]>();
  for (const act of acts) {
    if (act.taskId === null) continue;
    const known = byTask.get(act.taskId);
    if (known === undefined) byTask.set(act.taskId, [act]);
    else known.push(act);
  }
  return byTask;
}

async function ownUserId({ ports }: Core): Promise<string | null> {
  const [row] = await ports.sql.read({ sql: "select user_id from device_metadata" });
  return row === undefined ? null : maybeTextIn(row, "user_id");
}

function coachNames(rows: readonly StoredRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ item: { assignedCoach } }) =>
      assignedCoach === null ? [] : [[assignedCoach.userId, assignedCoach.displayName] as const],
    ),
  );
}
