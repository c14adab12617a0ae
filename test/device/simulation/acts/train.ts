import type { Scope } from "../../../../device/types.ts";
import type { LoggedSet } from "../../../../device/wire/sync-types.ts";
import type { Workouts } from "../../../../device/workouts/types.ts";
import type { ActOutcome } from "../../../../device/workouts/act-outcome.ts";
import { recordEntry } from "./record-entry.ts";
import type { Step, WorkoutActName } from "../types.ts";
import type { World } from "../world.ts";

/** A person begins a workout of the day, or goes on with a draft. */
export async function train(
  world: World,
  { act: wanted, task: nth, again }: Extract<Step, { kind: "TRAIN" }>,
): Promise<void> {
  const [scope] = (await world.device?.scopes()) ?? [];
  if (scope === undefined) return;
  if (wanted === "REFRESH" || wanted === "DROP")
    return await choose(world, scope, { choice: wanted, nth, again });
  const workouts = await scope.part("workouts");
  const list = await workouts.list();
  // Without a draft there is nothing to go on with, and without a set nothing to finish.
  const isEmpty = list.drafts.every(({ setsDone }) => setsDone === 0);
  const fitting = wanted === "FINISH" && isEmpty ? "SETS" : wanted;
  const act = list.drafts.length === 0 ? "BEGIN" : fitting;
  const among: readonly { readonly taskId: string; readonly draftId?: string }[] =
    act === "BEGIN" ? list.workouts : list.drafts;
  const place = among[nth % Math.max(1, among.length)];
  if (place === undefined) return;
  const { taskId, draftId = "" } = place;
  if (act === "GIVE_UP") endRefused(world, taskId);
  await recordEntry(
    world,
    { relationshipId: scope.scopeId, taskId, word: null, again },
    async (callId) => {
      if (act === "BEGIN") return (await workouts.start({ taskId, callId })).kind === "STARTED";
      const outcome = await ON_DRAFT[act](workouts, { draftId, callId, nth });
      return outcome.kind === "DONE" && outcome.operationId === callId;
    },
  );
}

/** A person decides about the nth conflict: the draft goes on from the present workout, or is discarded. */
async function choose(world: World, scope: Scope, { choice, nth, again }: Choosing): Promise<void> {
  const workouts = await scope.part("workouts");
  const { conflicts } = await workouts.conflicts();
  const conflict = conflicts[nth % Math.max(1, conflicts.length)]?.conflict;
  if (conflict === undefined) return;
  const { conflictId, localReference } = conflict;
  const { taskId } = localReference;
  endRefused(world, taskId);
  await recordEntry(
    world,
    { relationshipId: scope.scopeId, taskId, word: null, again },
    async (callId) => {
      await workouts.resolve({
        conflictId,
        choice: choice === "DROP" ? "DISCARD" : choice,
        callId,
      });
      return (await scope.operation(callId)) !== null;
    },
  );
}

/** The refused operations of a draft end with it. A kill may follow the write: the decision counts from here. */
function endRefused({ entries }: World, taskId: string): void {
  for (const made of entries.values()) if (made.taskId === taskId) made.isDiscarded = true;
}

interface Choosing {
  readonly choice: "REFRESH" | "DROP";
  readonly nth: number;
  readonly again: boolean;
}

interface OnDraft {
  readonly draftId: string;
  readonly callId: string;
  readonly nth: number;
}

type DraftActName = Exclude<WorkoutActName, "BEGIN" | "REFRESH" | "DROP">;

type DraftAct = (workouts: Workouts, on: OnDraft) => Promise<ActOutcome>;

const ON_DRAFT: Readonly<Record<DraftActName, DraftAct>> = {
  SETS: async (workouts, { nth, ...call }) =>
    await workouts.recordSets({ ...call, sets: [squats(nth)] }),
  NOTE: async (workouts, { nth, ...call }) =>
    await workouts.recordExercise({
      ...call,
      exerciseKey: "squat",
      note: `Set ${nth}`,
      order: null,
    }),
  SKIP_EXERCISE: async (workouts, { draftId, callId }) =>
    await workouts.skipExercise({
      draftId,
      callId,
      exerciseKey: "pull",
      reason: "BUSY",
      note: null,
    }),
  ALTERNATIVE: async (workouts, { nth, ...call }) => {
    const alternativeKey = nth % 2 === 0 ? "press" : null;
    return await workouts.useAlternative({ ...call, exerciseKey: "squat", alternativeKey });
  },
  FINISH: async (workouts, { draftId, callId }) =>
    await workouts.submit({ draftId, callId, confirmed: true }),
  CORRECT: async (workouts, { nth, ...call }) =>
    await workouts.correct({ ...call, sets: [squats(nth)], confirmed: true }),
  GIVE_UP: async (workouts, { draftId, callId }) => await workouts.discard({ draftId, callId }),
};

/** One performed set; every tenth has a value that no set may have. */
function squats(nth: number): LoggedSet {
  return {
    setKey: `squat-${nth % 3}`,
    exerciseKey: "squat",
    values: { weight: { value: 60, unit: "kg" }, reps: nth % 10 === 0 ? 5_000 : 5, rpe: 8 },
    completed: true,
    source: "EXPLICIT_TAP",
  };
}
