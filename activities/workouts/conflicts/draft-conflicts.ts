import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { WorkoutIntent } from "../../../contract/workouts/session-schema.ts";
import {
  CONFLICT_DAYS,
  CONFLICT_KINDS,
  type WorkoutConflictKind,
} from "../../../contract/workouts/session-vocabulary.ts";
import { newId } from "../../../db/new-id.ts";
import type { DraftConflict } from "../../../db/workouts/sessions/load-sessions.ts";
import type {
  RaisedConflict,
  ResolvedConflict,
} from "../../../db/workouts/sessions/write-sessions.ts";
import { dayAfter, localDateOf } from "../../../rules/local-day.ts";
import type { SessionView } from "../../../rules/workouts/session-outcome.ts";
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
  /** Something of the draft was accepted, which may end its conflict. */
  settle(operation: SessionOperation): void;
  /** Lineage of the phone whose draft stands in conflict under an id; null where none does. */
  refusedFor(clientSessionId: string): string | null;
  raised(): readonly NotedConflict[];
  resolved(): readonly ResolvedConflict[];
}

/** Only these open a conflict: of all else the draft's phone is told, and goes on (docs/rules.md#workout-conflicts). */
const OPENING: readonly WorkoutIntent["kind"][] = [
  "workout.start-session",
  "workout.submit-session",
  "workout.correct-session",
];

/** What an accepted operation does to the conflict of its draft. */
const RESOLVING: Readonly<Partial<Record<WorkoutIntent["kind"], ResolvedConflict["resolution"]>>> =
  {
    "workout.submit-session": "RESUBMIT",
    "workout.correct-session": "RESUBMIT",
    "workout.discard-session": "DISCARD",
  };

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
          serverSessionId: counted(view)?.id ?? null,
          clientOperationId,
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
      const { clientSessionId } = operation.intent.payload;
      const resolution = RESOLVING[operation.intent.kind];
      if (resolution === undefined) return;
      const before = stored.get(clientSessionId);
      const refs = raised.get(clientSessionId)?.refs ?? before?.refs;
      if (refs !== undefined && resolves(operation, refs)) {
        // What the batch itself refused never stood open, unless another conflict did before.
        raised.delete(clientSessionId);
        stored.delete(clientSessionId);
        if (before !== undefined) {
          const {
            id,
            kind,
            refs: { taskId },
          } = before;
          const ended = { id, clientSessionId, kind, taskId, resolution };
          resolved.set(id, { ...ended, resolvedBy: operation.clientOperationId });
        }
      }
      if (resolution === "DISCARD" && !stored.has(clientSessionId)) gone.add(clientSessionId);
    },
    refusedFor(clientSessionId) {
      if (raised.has(clientSessionId)) return lineageId;
      return stored.get(clientSessionId)?.lineageId ?? null;
    },
    raised: () => [...raised.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    resolved: () => [...resolved.values()],
  };

  /** It gives the refused draft up, or was sent in place of what was refused of it last. */
  function resolves(
    { intent, resubmitOf }: SessionOperation,
    { clientOperationId }: DraftConflict["refs"],
  ): boolean {
    const { clientSessionId } = intent.payload;
    const isOwn =
      raised.has(clientSessionId) || stored.get(clientSessionId)?.lineageId === lineageId;
    return isOwn && (intent.kind === "workout.discard-session" || resubmitOf === clientOperationId);
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

/** The session that counts in the draft's place. */
function counted({ session, others }: SessionView) {
  return [...others, ...(session === undefined ? [] : [session])].find(
    ({ status }) => status === "SUBMITTED",
  );
}
