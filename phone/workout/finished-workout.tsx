import { useState } from "react";
import type { LoggedSet } from "../../device/wire/sync-types.ts";
import type { Workouts } from "../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../device/workouts/view-types.ts";
import { PlaneTag } from "../app/plane.tsx";
import { useNow } from "../app/use-now.ts";
import { useMoments } from "../texts/language.tsx";
import type { GuidePlace } from "./guide.ts";
import { SetForm } from "./sets/set-form.tsx";
import { valuesWords } from "./sets/set-words.ts";
import { useWorkoutTexts } from "./texts.ts";
import { useWorkoutAct } from "./use-workout-act.ts";

/** A finished workout: what was entered, whether the server has accepted it, and corrections. */
export function FinishedWorkout({ workouts, draft }: FinishedWorkoutProps) {
  const texts = useWorkoutTexts();
  const moments = useMoments(draft.timezone);
  const now = useNow();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { status, finishedAt, refusal } = draft;
  return (
    <article className="card task">
      <header>
        <div className="grow">
          <h1>{draft.title}</h1>
          <p className="meta">
            {finishedAt !== null && texts.finished(moments.dayAndTime(Date.parse(finishedAt), now))}
          </p>
        </div>
      </header>
      {status !== "CONFLICTED" && (
        <p className="row-h wrap">
          <PlaneTag plane={status === "ACCEPTED" ? "ACCEPTED" : "WAITING"} />
          <span>{texts.draftStatus[status]}</span>
        </p>
      )}
      {refusal !== null && status !== "CONFLICTED" && (
        <div className="refused-entry">
          <PlaneTag plane="REFUSED" />
          <p>{refusal.message ?? texts.conflictOther}</p>
        </div>
      )}
      {isCorrecting && <p className="note">{texts.correcting}</p>}
      {draft.exercises.map((exercise) => (
        <section key={exercise.exerciseKey}>
          <h2>
            {exercise.name}
            {exercise.skip !== null && <span className="soft"> · {texts.skipped}</span>}
          </h2>
          <ul className="set-list">
            {exercise.sets.map((set, place) => (
              <li key={set.setKey}>
                <span className="num">{place + 1}</span>
                {isCorrecting ? (
                  <CorrectableSet workouts={workouts} draft={draft} place={{ exercise, set }} />
                ) : (
                  <SetWords set={set} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {draft.note !== null && (
        <p className="soft">
          {texts.yourNote}: {draft.note}
        </p>
      )}
      {status !== "CONFLICTED" && (
        <div className="buttons">
          <button
            className="btn"
            type="button"
            aria-pressed={isCorrecting}
            onClick={() => setIsCorrecting(!isCorrecting)}
          >
            {isCorrecting ? texts.endCorrecting : texts.correct}
          </button>
        </div>
      )}
    </article>
  );
}

interface FinishedWorkoutProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
}

function SetWords({ set: { typed } }: Pick<GuidePlace, "set">) {
  const texts = useWorkoutTexts();
  const moments = useMoments();
  if (typed?.completed !== true) return <span className="soft">{texts.notDone}</span>;
  return <span>{valuesWords(typed.values, { texts, moments })}</span>;
}

function CorrectableSet({ workouts, draft, place }: FinishedWorkoutProps & PlaceProps) {
  const texts = useWorkoutTexts();
  const { run, isBusy } = useWorkoutAct();
  const [isOpen, setIsOpen] = useState(false);
  const { draftId } = draft;
  const correct = async (entered: LoggedSet) => {
    const isStored = await run(
      `correct ${JSON.stringify(entered)}`,
      async (callId) => await workouts.correct({ draftId, sets: [entered], callId }),
    );
    if (isStored) setIsOpen(false);
  };
  if (isOpen) return <SetForm place={place} isBusy={isBusy} onEnter={correct} />;
  return (
    <>
      <span className="grow">
        <SetWords set={place.set} />
      </span>
      <button
        className="btn quiet"
        type="button"
        aria-label={`${texts.correct}: ${place.exercise.name}`}
        onClick={() => setIsOpen(true)}
      >
        {texts.correctOne}
      </button>
    </>
  );
}

interface PlaceProps {
  readonly place: GuidePlace;
}
