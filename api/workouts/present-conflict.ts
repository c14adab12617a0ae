import {
  refusedDraftSchema,
  type ResolvedConflictAnswer,
  type WorkoutConflictView,
} from "../../contract/workouts/conflict-schema.ts";
import { CONFLICT_OPTIONS } from "../../contract/workouts/session-vocabulary.ts";
import type { StoredReceipt } from "../../db/sync/receipts/stored-receipts.ts";
import type { ConflictRow } from "../../db/workouts/conflicts/queries.ts";
import { explainConflict } from "../../rules/workouts/conflicts/explain-conflict.ts";
import { presentReceipt } from "../sync/present.ts";

/** A conflict in wire form, explained by the server's present state. */
export function presentConflict(row: ConflictRow): WorkoutConflictView {
  const { id, clientSessionId, kind, resolution, refs, content, offered } = row;
  const { latestReceiptId, openedAt, latestAt, expiresAt, resolvedAt } = row;
  const { taskId, packageId, localDate, frozenRevision, clientOperationId, deviceId } = refs;
  const draft = { taskId, packageId, localDate, frozenRevision, clientOperationId, deviceId };
  const stored = { ...row, offered: offered?.snapshot ?? null };
  return {
    conflictId: id,
    kind,
    status: resolution === null ? "OPEN" : "RESOLVED",
    options: resolution === null ? CONFLICT_OPTIONS[kind] : [],
    resolution,
    localReference: { clientSessionId, ...draft },
    serverReference: {
      sessionId: refs.serverSessionId,
      packageId: offered?.packageId ?? null,
      taskId: offered?.taskId ?? null,
      revision: offered?.revision ?? null,
    },
    latestReceiptId,
    openedAt,
    latestAt,
    expiresAt,
    resolvedAt,
    explanation:
      content === null ? null : explainConflict(refusedDraftSchema.parse(content), stored),
  };
}

/** The result of a conflict: itself, the operations that ended it, and the states of task and session. */
export function presentResolved(
  row: ConflictRow,
  receipts: readonly StoredReceipt[],
): ResolvedConflictAnswer {
  const { offered, task, session } = row;
  return {
    conflict: presentConflict(row),
    receipts: receipts.map(presentReceipt),
    packages: offered === null ? [] : [packageHint(offered)],
    task,
    session,
  };
}

function packageHint({
  taskId,
  packageId,
  packageChecksum,
  snapshotChecksum,
}: NonNullable<ConflictRow["offered"]>) {
  return { taskId, packageId, packageChecksum, snapshotChecksum };
}
