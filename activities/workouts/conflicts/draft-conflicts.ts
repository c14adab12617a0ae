import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { WorkoutIntent } from "../../../contract/workouts/session-schema.ts";
import {
  CONFLICT_DAYS,
  CONFLICT_KINDS,
  type WorkoutConflictKind,
} from "../../../contract/workouts/session-vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { DraftConflict } from "../../../db/workouts/conflicts/load-conflicts.ts";
import type {
  RaisedConflict,
  ResolvedConflict,
} from "../../../db/workouts/sessions/write-sessions.ts";
import { dayAfter, localDateOf } from "../../../rules/local-day.ts";
import { countedSession, type SessionView } from "../../../rules/workouts/session-outcome.ts";
import type { IssuedPackage } from "../../../rules/workouts/workout-session.ts";
import type { AdmissionScope, ReadyOperation } from "../../sync/operation-feature.ts";

/** The conflicts of a batch's drafts. */
export interface DraftConflicts {
  /**
   * Records that a draft was refused; its conflict stays open until it is resolved.
   *
   * @returns null if the refused operation belongs to no conflict.
   */
  note(operation: SessionOperation, refusal: Refusal): NotedRefusal | null;
  /** Records an accepted operation. It may end the conflict of its draft, or of the one that it replaces. */
  settle(operation: SessionOperation): void;
  /** Lineage of the phone whose draft is in conflict under this id; null if there is none. */
  refusedFor(clientSessionId: string): string | null;
  raised(): readonly NotedConflict[];
  resolved(): readonly ResolvedConflict[];
}

const DAY_MS = 86_400_000;

type SessionOperation = ReadyOperation<WorkoutIntent>;

/** The refusal of an operation, and its package. */
interface Refusal {
  readonly code: VerdictCode;
  readonly pack: IssuedPackage;
  readonly view: SessionView;
}

/** A refused operation that belongs to a conflict. Only the conflict stores its content, if anything does. */
export interface NotedRefusal {
  /** The open conflict; null if the draft is gone. */
  readonly conflictId: string | null;
}

/** A conflict that a batch opened or renewed. */
export interface NotedConflict extends RaisedConflict {
  /** True if it was not open before the batch. */
  readonly isNew: boolean;
}

/**
 * Only these operations open a conflict; after any other refusal the phone is informed and continues
 * (docs/rooms/workouts.md#conflicts). If one of these is accepted in place of a refused operation, it ends that
 * conflict.
 */
const OPENING: readonly WorkoutIntent["kind"][] = [
  "workout.start-session",
  "workout.submit-session",
  "workout.correct-session",
];

/** The known conflicts of drafts, with those that the batch opens and ends. */
export function draftConflicts(
  { now, deviceId, lineageId, timezone }: AdmissionScope,
  known: readonly DraftConflict[],
): DraftConflicts {
  const stored = new Map(
    known.flatMap((conflict) =>
      conflict.resolution === null ? [[conflict.clientSessionId, conflict]] : [],
    ),
  );
  // A draft that was discarded, expired or wiped stays so, even if more is sent about it.
  const gone = new Set(known.filter(isGone).map(({ clientSessionId }) => clientSessionId));
  const raised = new Map<string, NotedConflict>();
  const resolved = new Map<string, ResolvedConflict>();
  return {
    note(operation, { code, pack, view }) {
      const { intent, receiptId, clientOperationId } = operation;
      const { clientSessionId } = intent.payload;
      const kind = conflictKind(code);
      if (kind === null || !OPENING.includes(intent.kind)) return null;
      if (gone.has(clientSessionId)) return { conflictId: null };
      const id = raised.get(clientSessionId)?.id ?? stored.get(clientSessionId)?.id ?? newId();
      raised.set(clientSessionId, {
        id,
        clientSessionId,
        kind,
        isNew: !stored.has(clientSessionId),
        refs: {
          taskId: pack.taskId,
          packageId: pack.id,
          snapshotChecksum: pack.snapshotChecksum,
          localDate: pack.localDate,
          frozenRevision: revisionOf(intent),
          serverSessionId: countedSession(view)?.id ?? null,
          clientOperationId,
          operationType: intent.kind,
          deviceId,
        },
        latestReceiptId: receiptId,
        expiresAt: new Date(now.getTime() + CONFLICT_DAYS * DAY_MS),
        remindFrom: dayAfter(localDateOf(now, timezone)),
        content: intent.payload,
      });
      return { conflictId: id };
    },
    settle(operation) {
      const { intent, clientOperationId: resolvedBy } = operation;
      const { clientSessionId } = intent.payload;
      if (intent.kind === "workout.discard-session") {
        if (isOwn(clientSessionId)) end(clientSessionId, { resolution: "DISCARD", resolvedBy });
        if (!stored.has(clientSessionId)) gone.add(clientSessionId);
        return;
      }
      const drafts = [...new Set([...stored.keys(), ...raised.keys()])];
      for (const draft of drafts.filter((each) => isInPlaceOf(operation, each)))
        end(draft, { resolution: "RESUBMIT", resolvedBy });
    },
    refusedFor(clientSessionId) {
      if (raised.has(clientSessionId)) return lineageId;
      return stored.get(clientSessionId)?.lineageId ?? null;
    },
    raised: () => [...raised.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    resolved: () => [...resolved.values()],
  };

  /** True if the sending phone keeps the refused draft. */
  function isOwn(clientSessionId: string): boolean {
    if (raised.has(clientSessionId)) return true;
    return stored.get(clientSessionId)?.lineageId === lineageId;
  }

  /** True if it replaces the last refused operation of the draft, even if it belongs to another draft itself. */
  function isInPlaceOf({ intent, inPlaceOf }: SessionOperation, clientSessionId: string): boolean {
    if (!OPENING.includes(intent.kind) || !isOwn(clientSessionId)) return false;
    const renewed = raised.get(clientSessionId);
    const before = stored.get(clientSessionId);
    const sentIds = renewed === undefined ? before?.sentIds : [renewed.refs.clientOperationId];
    const { operationType } = (renewed ?? before)?.refs ?? {};
    // A start contains no logged sets, so it must not replace anything else: they would be lost.
    if (intent.kind === "workout.start-session" && operationType !== intent.kind) return false;
    return inPlaceOf.some((id) => sentIds?.includes(id));
  }

  /** A conflict that the batch itself opened was never stored, unless the draft already had one. */
  function end(
    clientSessionId: string,
    how: Pick<ResolvedConflict, "resolution" | "resolvedBy">,
  ): void {
    const before = stored.get(clientSessionId);
    raised.delete(clientSessionId);
    stored.delete(clientSessionId);
    if (before === undefined) return;
    const { id, kind, refs } = before;
    resolved.set(id, { id, clientSessionId, kind, taskId: refs.taskId, ...how });
  }
}

function isGone({ resolution }: DraftConflict): boolean {
  return resolution === "DISCARD" || resolution === "EXPIRED" || resolution === "WIPED";
}

function conflictKind(code: VerdictCode): WorkoutConflictKind | null {
  return CONFLICT_KINDS.find((kind) => kind === code) ?? null;
}

function revisionOf({ kind, payload }: WorkoutIntent): number {
  return kind === "workout.submit-session" ? payload.frozenRevision : payload.clientRevision;
}
