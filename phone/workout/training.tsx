import { useState } from "react";
import type { Workouts } from "../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../device/workouts/view-types.ts";
import { useMoments } from "../texts/language.tsx";
import { ExerciseCard } from "./exercises/exercise-card.tsx";
import { FinishPanel } from "./finish-panel.tsx";
import { type GuidePlace, placeIn, progressOf } from "./guide.ts";
import { GuidedSet } from "./sets/guided-set.tsx";
import { RestTimer } from "./sets/rest-timer.tsx";
import { useWorkoutTexts } from "./texts.ts";
import { useGuide } from "./use-guide.ts";

/** A workout in progress: one set at a time with big targets, and all exercises below. */
export function Training({ workouts, draft }: TrainingProps) {
  const texts = useWorkoutTexts();
  const moments = useMoments(draft.timezone);
  const guide = useGuide(workouts, draft);
  const [restSeconds, setRestSeconds] = useState<number | null>(null);
  const [extra, setExtra] = useState<GuidePlace | null>(null);
  const place = extra ?? placeIn(draft);
  const { done, all } = progressOf(draft);
  return (
    <div className="cards">
      <header className="day-head">
        <h1>{draft.title}</h1>
        <p className="meta">
          {[draft.dayTitle, texts.progress(moments.number(done), moments.number(all))].join(" · ")}
        </p>
        <progress
          className="progress"
          value={done}
          max={all}
          aria-label={texts.progress(String(done), String(all))}
        />
        {draft.instructions !== null && <p className="soft">{draft.instructions}</p>}
        {draft.dayNotes !== null && <p className="soft">{draft.dayNotes}</p>}
      </header>
      {draft.refusal !== null && (
        <p className="note warn">
          {texts.refusal}: {draft.refusal.message}
        </p>
      )}
      {restSeconds !== null && (
        <RestTimer seconds={restSeconds} onEnd={() => setRestSeconds(null)} />
      )}
      {place === null ? (
        <section className="card padded">
          <h2>{texts.allEntered}</h2>
          <p className="soft">{texts.allEnteredWhy}</p>
        </section>
      ) : (
        <GuidedSet
          key={place.set.setKey}
          workouts={workouts}
          draft={draft}
          place={place}
          guide={guide}
          onEntered={() => {
            setExtra(null);
            setRestSeconds(place.exercise.restSeconds);
          }}
        />
      )}
      {draft.guide.comeBack.length > 0 && (
        <section className="card padded">
          <h2>{texts.comeBackTitle}</h2>
          <div className="buttons">
            {draft.exercises
              .filter(({ exerciseKey }) => draft.guide.comeBack.includes(exerciseKey))
              .map((exercise) => (
                <button
                  key={exercise.exerciseKey}
                  className="btn"
                  type="button"
                  onClick={() => guide.returnTo(exercise)}
                >
                  {texts.goTo(exercise.name)}
                </button>
              ))}
          </div>
        </section>
      )}
      <h2 className="section-title">{texts.exercises}</h2>
      {draft.exercises.map((exercise) => (
        <ExerciseCard
          key={exercise.exerciseKey}
          workouts={workouts}
          draft={draft}
          exercise={exercise}
          chosen={place?.set.setKey ?? null}
          onChoose={(setKey) => {
            setExtra(null);
            guide.choose(setKey);
          }}
          onAdd={(one) => {
            setExtra({ exercise: one, set: newSet() });
            scrollTo({ top: 0 });
          }}
        />
      ))}
      <FinishPanel workouts={workouts} draft={draft} isComplete={place === null} />
    </div>
  );
}

/** A set beyond the planned ones, which the person is about to enter. */
const newSet = () => ({
  setKey: `extra-${crypto.randomUUID()}`,
  target: null,
  typed: null,
  fault: null,
});

interface TrainingProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
}
