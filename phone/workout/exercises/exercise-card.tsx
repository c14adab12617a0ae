import { useState } from "react";
import type { DraftExercise, DraftSet } from "../../../device/workouts/view-types.ts";
import { Ring } from "../../app/ring.tsx";
import { useMoments } from "../../texts/language.tsx";
import { AlternativeChoice } from "./alternative-choice.tsx";
import type { ExerciseCardProps } from "./exercise-props.ts";
import { targetWords, valuesWords } from "../sets/set-words.ts";
import { SkipExerciseForm } from "./skip-exercise-form.tsx";
import type { Moments } from "../../texts/moments.ts";
import { fromSeenDraft } from "../from-seen-draft.ts";
import { useWorkoutTexts } from "../texts.ts";
import type { WorkoutTexts } from "../texts-en.ts";
import { useWorkoutAct } from "../use-workout-act.ts";

/** One exercise: its sets, its alternatives, and its skip. */
export function ExerciseCard(props: ExerciseCardProps) {
  const texts = useWorkoutTexts();
  const { workouts, draft, exercise, chosen, onChoose, onAdd } = props;
  const { run, isBusy } = useWorkoutAct();
  const [asked, setAsked] = useState<"SKIP" | "OTHER" | null>(null);
  const { draftId } = draft;
  const { exerciseKey } = exercise;
  const resume = () => {
    const madeAt = Date.now();
    return run(`resume ${exerciseKey}`, async (callId) => {
      const change = { draftId, exerciseKey, callId };
      return await fromSeenDraft(
        draft,
        async ({ seenRevision }) => await workouts.resumeExercise({ ...change, seenRevision }),
        madeAt,
      );
    });
  };
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

function SetButton({ exercise, set, number, isChosen, onChoose }: SetButtonProps) {
  const texts = useWorkoutTexts();
  const moments = useMoments();
  const { typed, target } = set;
  const { words, status } = shownSet({ target, typed }, { texts, moments });
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

/** An open set shows its target, an entered one its values. */
function shownSet(
  { target, typed }: Pick<DraftSet, "target" | "typed">,
  spoken: { readonly texts: WorkoutTexts; readonly moments: Moments },
): { readonly words: string; readonly status: string } {
  if (typed === null) return { words: targetWords(target, spoken), status: "PENDING" };
  if (!typed.completed) return { words: spoken.texts.notDone, status: "SKIPPED" };
  return { words: valuesWords(typed.values, spoken), status: "COMPLETED" };
}
