import type { DraftStatus } from "../../../contract/workouts/draft-status.ts";
import type { Core } from "../../core.ts";
import { loadTask } from "../../outbox/load-task.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { WorkoutConflict } from "../../wire/workout-types.ts";
import { findConflictOf } from "../conflicts/conflict-rows.ts";
import { loadPackage } from "../packages/package-rows.ts";
import { type DraftOperation, loadDraftOperations, statusOf } from "./draft-operations.ts";
import type { PredictionFacts } from "./predict-act.ts";
import type { OpenDraft } from "./workout-drafts.ts";

/** A draft with what its rows say about it. */
export interface DraftState {
  readonly draft: OpenDraft;
  readonly operations: readonly DraftOperation[];
  readonly conflict: WorkoutConflict | null;
  readonly status: DraftStatus;
}

/** Computes the state of a draft from its operations and its open conflict. */
export async function draftState(
  core: Core,
  scope: ScopeRow,
  draft: OpenDraft,
): Promise<DraftState> {
  const [operations, conflict] = await Promise.all([
    loadDraftOperations(core, scope, draft.id),
    findConflictOf(core, scope, draft.id),
  ]);
  const refused = conflict?.localReference.clientOperationId ?? null;
  return { draft, operations, conflict, status: statusOf(operations, refused) };
}

/** The facts for a prediction about a draft. */
export async function predictionFacts(
  core: Core,
  scope: ScopeRow,
  { draft, status }: Pick<DraftState, "draft" | "status">,
): Promise<PredictionFacts> {
  const { origin: pack } = draft;
  const [task, offered] = await Promise.all([
    loadTask(core, scope, pack.taskId),
    loadPackage(core, scope, pack.taskId),
  ]);
  return {
    pack,
    draft,
    isSubmitted: status !== "LOCAL_IN_PROGRESS" && status !== "CONFLICTED",
    task: task?.sure === true ? task.state : null,
    isOffered: offered?.packageChecksum === pack.packageChecksum,
    now: new Date(core.ports.clock.now()),
  };
}
