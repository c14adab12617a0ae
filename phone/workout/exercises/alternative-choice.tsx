import type { ExerciseCardProps } from "./exercise-props.ts";
import { useWorkoutTexts } from "../texts.ts";
import { useWorkoutAct } from "../use-workout-act.ts";

/** Chooses among the exercises that the coach has approved instead. */
export function AlternativeChoice({ workouts, draft, exercise, onEnd }: AlternativeChoiceProps) {
  const texts = useWorkoutTexts();
  const { run, isBusy } = useWorkoutAct();
  const { exerciseKey, alternatives, alternativeKey } = exercise;
  const choose = async (next: string | null) => {
    const choice = { draftId: draft.draftId, exerciseKey, alternativeKey: next };
    const isStored = await run(
      `alternative ${exerciseKey} ${next}`,
      async (callId) => await workouts.useAlternative({ ...choice, callId }),
    );
    if (isStored) onEnd();
  };
  return (
    <div className="panel" role="group" aria-label={texts.alternatives}>
      <div className="buttons">
        {alternativeKey !== null && (
          <button className="btn" type="button" disabled={isBusy} onClick={() => void choose(null)}>
            {texts.asPlanned}
          </button>
        )}
        {alternatives
          .filter((one) => one.alternativeKey !== alternativeKey)
          .map((one) => (
            <button
              key={one.alternativeKey}
              className="btn"
              type="button"
              disabled={isBusy}
              onClick={() => void choose(one.alternativeKey)}
            >
              {one.name}
            </button>
          ))}
        <button className="btn quiet" type="button" onClick={onEnd}>
          {texts.cancel}
        </button>
      </div>
    </div>
  );
}

/** The exercise to replace. */
interface AlternativeChoiceProps extends Pick<
  ExerciseCardProps,
  "workouts" | "draft" | "exercise"
> {
  readonly onEnd: () => void;
}
