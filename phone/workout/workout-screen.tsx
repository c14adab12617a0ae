import type { ScopeView } from "../app/use-scope-view.ts";
import { useTexts } from "../texts/language.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { FinishedWorkout } from "./finished-workout.tsx";
import { StartPanel } from "./start-panel.tsx";
import { Training } from "./training.tsx";
import { useWorkoutTexts } from "./texts.ts";
import { type OpenWorkouts, useMovedDraft, useWorkoutDraft, useWorkouts } from "./use-workouts.ts";
import { WorkoutListScreen } from "./workout-list-screen.tsx";

/** The workouts on this device, or the one of a task. */
export function WorkoutScreen({ view, taskId }: WorkoutScreenProps) {
  const { opening } = useTexts();
  const open = useWorkouts(view.scope);
  if (open === undefined) return <p className="empty soft">{opening}</p>;
  if (taskId === null) return <WorkoutListScreen list={open.list} />;
  return <OneWorkout key={taskId} open={open} taskId={taskId} />;
}

interface WorkoutScreenProps {
  readonly view: ScopeView;
  /** Null shows all workouts. */
  readonly taskId: string | null;
}

function OneWorkout({ open, taskId }: { readonly open: OpenWorkouts; readonly taskId: string }) {
  const texts = useWorkoutTexts();
  const { opening } = useTexts();
  const { list, workouts } = open;
  const workout = list.workouts.find((one) => one.taskId === taskId) ?? null;
  const summary = list.drafts.findLast(
    (one) => one.taskId === taskId && one.status !== "DISCARDED",
  );
  const draft = useWorkoutDraft(open, summary?.draftId ?? null);
  useMovedDraft(list.drafts, summary);
  return (
    <>
      <p className="back">
        <a className="btn quiet" href="#workout">
          ‹ {texts.backToWorkouts}
        </a>
      </p>
      {draft === undefined && <p className="empty soft">{opening}</p>}
      {draft === null && workout !== null && <StartPanel workouts={workouts} workout={workout} />}
      {draft === null && workout === null && (
        <section className="empty">
          <h1>{texts.gone}</h1>
          <p>{texts.goneWhy}</p>
        </section>
      )}
      {draft?.status === "LOCAL_IN_PROGRESS" && <Training workouts={workouts} draft={draft} />}
      {draft !== undefined && draft !== null && FINISHED.includes(draft.status) && (
        <div className="cards">
          {draft.status === "CONFLICTED" && <ConflictPanel workouts={workouts} draft={draft} />}
          <FinishedWorkout workouts={workouts} draft={draft} />
        </div>
      )}
    </>
  );
}

const FINISHED: readonly string[] = ["QUEUED_FOR_SYNC", "SYNCING", "ACCEPTED", "CONFLICTED"];
