import { useState } from "react";
import type { Workouts } from "../../device/workouts/types.ts";
import type { DraftExercise, DraftSet, WorkoutDraft } from "../../device/workouts/view-types.ts";
import { Ring } from "../app/ring.tsx";
import { useMoments } from "../texts/language.tsx";
import { AlternativeChoice } from "./alternative-choice.tsx";
import { targetWords, valuesWords } from "./set-words.ts";
import { SkipExerciseForm } from "./skip-exercise-form.tsx";
import { useWorkoutTexts } from "./texts.ts";
import { useWorkoutAct } from "./use-workout-act.ts";

/** One exercise: its sets, its alternatives, and its skip. */
export function ExerciseCard(props: ExerciseCardProps) {
  const texts = useWorkoutTexts();
  const { workouts, draft, exercise, chosen, onChoose, onAdd } = props;
  const { run, isBusy } = useWorkoutAct();
  const [asked, setAsked] = useState<"SKIP" | "OTHER" | null>(null);
  const { draftId } = draft;
  const { exerciseKey } = exercise;
  const resume = () =>
    run(
      `resume ${exerciseKey}`,
      async (callId) => await workouts.resumeExercise({ draftId, exerciseKey, callId }),
    );
  const skip = exercise.skip !== null;
  return (
    <article className="card exercise">
      <header>
        <h3 className="grow">{exercise.name}</h3>
        {skip && <span className="tag">{texts.skipped}</span>}
      </header>
      {!skip && (
        <ul>
          {exercise.sets.map((set, place) => (
            <li key={set.setKey}>
              <SetButton
                exercise={exercise}
                set={set}
                number={place + 1}
                isChosen={set.setKey === chosen}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ul>
      )}
      {asked === "SKIP" && <SkipExerciseForm {...props} onEnd={() => setAsked(null)} />}
      {asked === "OTHER" && <AlternativeChoice {...props} onEnd={() => setAsked(null)} />}
      {asked === null && (
        <div className="buttons">
          {skip && (
            <button className="btn" type="button" disabled={isBusy} onClick={() => void resume()}>
              {texts.resume}
            </button>
          )}
          {!skip && (
            <button
              className="btn quiet"
              type="button"
              onClick={() => onAdd(exercise)}
              disabled={isBusy}
            >
              {texts.addSet}
            </button>
          )}
          {!skip && exercise.alternatives.length > 0 && (
            <button className="btn quiet" type="button" onClick={() => setAsked("OTHER")}>
              {texts.alternatives}
            </button>
          )}
          {!skip && exercise.skipPolicy !== "NOT_ALLOWED" && (
            <button className="btn quiet" type="button" onClick={() => setAsked("SKIP")}>
              {texts.skipExercise}
            </button>
          )}
        </div>
      )}
    </article>
  );
}

/** An exercise of a draft, and how to choose one of its sets. */
export interface ExerciseCardProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
  readonly exercise: DraftExercise;
  /** The set that is shown above. */
  readonly chosen: string | null;
  readonly onChoose: (setKey: string) => void;
  /** Asks for a set beyond the planned ones. */
  readonly onAdd: (exercise: DraftExercise) => void;
}

function SetButton({ exercise, set, number, isChosen, onChoose }: SetButtonProps) {
  const texts = useWorkoutTexts();
  const moments = useMoments();
  const { typed, target } = set;
  const words =
    typed === null
      ? targetWords(target, { texts, moments })
      : typed.completed
        ? valuesWords(typed.values, { texts, moments })
        : texts.notDone;
  const status = typed === null ? "PENDING" : typed.completed ? "COMPLETED" : "SKIPPED";
  return (
    <button
      className="set-row"
      type="button"
      aria-current={isChosen ? "step" : undefined}
      onClick={() => onChoose(set.setKey)}
    >
      <Ring status={status} waits={false} />
      <span className="unseen">{texts.editSet(exercise.name, String(number))}:</span>
      <span className="num" aria-hidden>
        {number}
      </span>
      <span className={typed === null ? "soft grow" : "grow"}>{words}</span>
    </button>
  );
}

interface SetButtonProps {
  readonly exercise: DraftExercise;
  readonly set: DraftSet;
  readonly number: number;
  readonly isChosen: boolean;
  readonly onChoose: (setKey: string) => void;
}
