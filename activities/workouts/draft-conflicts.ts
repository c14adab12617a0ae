import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { WorkoutIntent } from "../../contract/workouts/session-schema.ts";
import {
  CONFLICT_DAYS,
  CONFLICT_OPTIONS,
  type WorkoutConflictKind,
} from "../../contract/workouts/session-vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import type { DraftConflict } from "../../db/workouts/sessions/load-sessions.ts";
import type {
  RaisedConflict,
  ResolvedConflict,
} from "../../db/workouts/sessions/write-sessions.ts";
import type { SessionView } from "../../rules/workouts/session-outcome.ts";
import type { IssuedPackage } from "../../rules/workouts/session-state.ts";
import type { AdmissionScope, ReadyOperation } from "../sync/operation-feature.ts";

const DAY_MS = 86_400_000;

/** Why an operation was refused, and what it was of. */
interface Refusal {
  readonly code: VerdictCode;
  readonly pack: IssuedPackage;
  readonly view: SessionView;
}

/** The conflicts of a batch's drafts. */
export interface DraftConflicts {
  /** A draft was refused: what is in conflict stays explained until somebody resolves it. */
  note(operation: ReadyOperation<WorkoutIntent>, refusal: Refusal): void;
  /** Something of the draft was accepted: a submit, a correction or that it is given up ends its conflict. */
  settle(intent: WorkoutIntent): void;
  raised(): readonly RaisedConflict[];
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
  { now, deviceId }: AdmissionScope,
  known: readonly DraftConflict[],
): DraftConflicts {
  const stored = new Map(
    known.flatMap((conflict) =>
      conflict.resolution === null ? [[conflict.clientSessionId, conflict.id]] : [],
    ),
  );
  // What was given up, expired or wiped stays so, whatever is sent of it.
  const gone = new Set(known.filter(isGone).map(({ clientSessionId }) => clientSessionId));
  const raised = new Map<string, RaisedConflict>();
  const resolved = new Map<string, ResolvedConflict>();
  return {
    note(operation, { code, pack, view }) {
      const { intent, receiptId, clientOperationId } = operation;
      const { clientSessionId } = intent.payload;
      const kind = conflictKind(code);
      if (kind === null || !OPENING.includes(intent.kind) || gone.has(clientSessionId)) return;
      const id = raised.get(clientSessionId)?.id ?? stored.get(clientSessionId) ?? newId();
      raised.set(clientSessionId, {
        id,
        clientSessionId,
        kind,
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
        content: intent.payload,
      });
    },
    settle({ kind, payload: { clientSessionId } }) {
      const resolution = RESOLVING[kind];
      if (resolution === undefined) return;
      // What the batch itself refused before never stood open.
      raised.delete(clientSessionId);
      const id = stored.get(clientSessionId);
      if (id === undefined) return;
      stored.delete(clientSessionId);
      resolved.set(id, { id, resolution });
    },
    raised: () => [...raised.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    resolved: () => [...resolved.values()],
  };
}

function isGone({ resolution }: DraftConflict): boolean {
  return resolution === "DISCARD" || resolution === "EXPIRED" || resolution === "WIPED";
}

function conflictKind(code: VerdictCode): WorkoutConflictKind | null {
  const kinds: Readonly<Record<WorkoutConflictKind, unknown>> = CONFLICT_OPTIONS;
  return isKindOf(kinds, code) ? code : null;
}

function isKindOf<Kinds extends object>(kinds: Kinds, code: PropertyKey): code is keyof Kinds {
  return Object.hasOwn(kinds, code);
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
