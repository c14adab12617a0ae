import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { WorkoutIntent } from "../../../contract/workouts/session-schema.ts";
import {
  CONFLICT_DAYS,
  CONFLICT_KINDS,
  type WorkoutConflictKind,
} from "../../../contract/workouts/session-vocabulary.ts";
import { newId } from "../../../db/new-id.ts";
import type { DraftConflict } from "../../../db/workouts/conflicts/load-conflicts.ts";
import type {
  RaisedConflict,
  ResolvedConflict,
} from "../../../db/workouts/sessions/write-sessions.ts";
import { dayAfter, localDateOf } from "../../../rules/local-day.ts";
import { countedSession, type SessionView } from "../../../rules/workouts/session-outcome.ts";
import type { IssuedPackage } from "../../../rules/workouts/session-state.ts";
import type { AdmissionScope, ReadyOperation } from "../../sync/operation-feature.ts";

const DAY_MS = 86_400_000;

type SessionOperation = ReadyOperation<WorkoutIntent>;

/** Why an operation was refused, and what it was of. */
interface Refusal {
  readonly code: VerdictCode;
  readonly pack: IssuedPackage;
  readonly view: SessionView;
}

/** A conflict that a batch raised, or raised once more. */
export interface NotedConflict extends RaisedConflict {
  /** It did not stand open before the batch. */
  readonly isNew: boolean;
}

/** The conflicts of a batch's drafts. */
export interface DraftConflicts {
  /**
   * A draft was refused: what is in conflict stays explained until somebody resolves it.
   *
   * @returns whether what was refused is of a conflict, and lies there or nowhere.
   */
  note(operation: SessionOperation, refusal: Refusal): boolean;
  /** An operation was accepted, which may end the conflict of its draft, or of the one it was sent in place of. */
  settle(operation: SessionOperation): void;
  /** Lineage of the phone whose draft stands in conflict under an id; null where none does. */
  refusedFor(clientSessionId: string): string | null;
  raised(): readonly NotedConflict[];
  resolved(): readonly ResolvedConflict[];
}

/**
 * Only these open a conflict: of all else the draft's phone is told, and goes on (docs/rooms/workouts.md#conflicts). Accepted
 * in place of a refused operation, each ends the conflict of that one.
 */
const OPENING: readonly WorkoutIntent["kind"][] = [
  "workout.start-session",
  "workout.submit-session",
  "workout.correct-session",
];

/** The conflicts of drafts as they were, with those that the batch opens and ends. */
export function draftConflicts(
  { now, deviceId, lineageId, timezone }: AdmissionScope,
  known: readonly DraftConflict[],
): DraftConflicts {
  const stored = new Map(
    known.flatMap((conflict) =>
      conflict.resolution === null ? [[conflict.clientSessionId, conflict]] : [],
    ),
  );
  // What was given up, expired or wiped stays so, whatever is sent of it.
  const gone = new Set(known.filter(isGone).map(({ clientSessionId }) => clientSessionId));
  const raised = new Map<string, NotedConflict>();
  const resolved = new Map<string, ResolvedConflict>();
  return {
    note(operation, { code, pack, view }) {
      const { intent, receiptId, clientOperationId } = operation;
      const { clientSessionId } = intent.payload;
      const kind = conflictKind(code);
      if (kind === null || !OPENING.includes(intent.kind)) return false;
      if (gone.has(clientSessionId)) return true;
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
      return true;
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

  /** The phone that sends the batch keeps the refused draft. */
  function isOwn(clientSessionId: string): boolean {
    if (raised.has(clientSessionId)) return true;
    return stored.get(clientSessionId)?.lineageId === lineageId;
  }

  /** It was sent in place of what was refused of the draft last, whatever draft it is of itself. */
  function isInPlaceOf({ intent, inPlaceOf }: SessionOperation, clientSessionId: string): boolean {
    if (!OPENING.includes(intent.kind) || !isOwn(clientSessionId)) return false;
    const renewed = raised.get(clientSessionId);
    const before = stored.get(clientSessionId);
    const sentIds = renewed === undefined ? before?.sentIds : [renewed.refs.clientOperationId];
    const { operationType } = (renewed ?? before)?.refs ?? {};
    // What was logged is no part of a start, and would be gone.
    if (intent.kind === "workout.start-session" && operationType !== intent.kind) return false;
    return inPlaceOf.some((id) => sentIds?.includes(id));
  }

  /** What the batch itself refused never stood open, unless a conflict of the draft did before. */
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
