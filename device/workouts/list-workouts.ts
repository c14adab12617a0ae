import { DRAFT_LIMITS } from "../../contract/workouts/vocabulary.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { loadToday } from "../read/load-today.ts";
import type { PartContext } from "../parts/part-context.ts";
import { type DraftState, draftState } from "./drafts/draft-state.ts";
import { judgeStart } from "./drafts/judge-start.ts";
import { presentSummary } from "./drafts/present-draft.ts";
import { openDraft, workoutDrafts } from "./drafts/workout-drafts.ts";
import { loadManifest, loadPackages } from "./packages/package-rows.ts";
import type { StoredPackage } from "./packages/verify-package.ts";
import type { TrainableWorkout, WorkoutList } from "./view-types.ts";

/** The workouts and drafts of a scope as this device knows them. */
export async function listWorkouts({ core, row }: PartContext): Promise<WorkoutList> {
  const scope = await row();
  const [packages, known, today, stored] = await Promise.all([
    loadPackages(core, scope),
    loadManifest(core, scope),
    loadToday(core, scope),
    workoutDrafts(core).list(scope),
  ]);
  const drafts = await Promise.all(
    stored
      .flatMap((draft) => openDraft(draft) ?? [])
      .map(async (draft) => await draftState(core, scope, draft)),
  );
  const summaries = drafts.map(presentSummary);
  const now = core.ports.clock.now() + (known?.manifest.serverAheadMs ?? 0);
  return {
    workouts: packages.map((pack): TrainableWorkout => {
      const draft = summaries.find(
        ({ taskId, status }) => taskId === pack.taskId && status !== "DISCARDED",
      );
      return {
        ...presentPackage(pack),
        task: today?.tasks.find(({ taskId }) => taskId === pack.taskId) ?? null,
        draft: draft ?? null,
        startRefusal: draft === undefined ? startRefusal(pack, now, drafts) : null,
      };
    }),
    drafts: summaries,
    readAt: known?.readAt ?? null,
  };
}

function presentPackage(pack: StoredPackage) {
  const { taskId, packageId, localDate, timezone, workoutTask, workoutSnapshot } = pack;
  const { day } = workoutSnapshot;
  return {
    taskId,
    packageId,
    localDate,
    timezone,
    title: workoutTask.title,
    dayTitle: day.title,
    exerciseCount: day.exercises.length,
    setCount: day.exercises.reduce((sum, { sets }) => sum + sets.length, 0),
    expiresAt: pack.cachePolicy.expiresAt,
  };
}

function startRefusal(pack: StoredPackage, now: number, drafts: readonly DraftState[]) {
  const unsynced = drafts.filter(({ status }) => status !== "ACCEPTED" && status !== "DISCARDED");
  if (unsynced.length >= DRAFT_LIMITS.unsyncedDrafts) return "TOO_MANY_DRAFTS" as const;
  const today = localDateOf(new Date(now), pack.timezone);
  return judgeStart(pack, { now, isConfirmed: false, today });
}
