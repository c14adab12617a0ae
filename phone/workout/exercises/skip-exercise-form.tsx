import { type SubmitEvent, useId, useState } from "react";
import { SKIP_REASONS } from "../../../contract/quick-log/vocabulary.ts";
import { useTexts } from "../../texts/language.tsx";
import type { ExerciseCardProps } from "./exercise-props.ts";
import { useWorkoutTexts } from "../texts.ts";
import { useWorkoutAct } from "../use-workout-act.ts";

/** Asks for the reason of a skip; some workouts require one. */
export function SkipExerciseForm({ workouts, draft, exercise, onEnd }: SkipExerciseFormProps) {
  const texts = useWorkoutTexts();
  const { skipReasons } = useTexts();
  const { run, isBusy } = useWorkoutAct();
  const id = useId();
  const [written, setWritten] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const { exerciseKey, skipPolicy } = exercise;
  const reason = SKIP_REASONS.find((one) => one === written) ?? null;
  const isMissing = reason === null && skipPolicy === "WITH_REASON";
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isMissing) return;
    const skip = { draftId: draft.draftId, exerciseKey, reason, note: null };
    const isStored = await run(
      `skip ${exerciseKey} ${written}`,
      async (callId) => await workouts.skipExercise({ ...skip, callId }),
    );
    if (isStored) onEnd();
  };
  return (
    <form className="inputs panel" noValidate onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={id}>{texts.skipWhy}</label>
        <select
          id={id}
          className={isChecked && isMissing ? "input wrong" : "input"}
          aria-invalid={isChecked && isMissing}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        >
          <option value="">
            {skipPolicy === "WITH_REASON" ? texts.chooseReason : texts.noReason}
          </option>
          {SKIP_REASONS.map((one) => (
            <option key={one} value={one}>
              {skipReasons[one]}
            </option>
          ))}
        </select>
        {isChecked && isMissing && <p className="error">{texts.chooseReason}</p>}
      </div>
      <div className="buttons">
        <button className="btn go" type="submit" disabled={isBusy}>
          {texts.skipExercise}
        </button>
        <button className="btn quiet" type="button" onClick={onEnd}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

/** The exercise to skip. */
interface SkipExerciseFormProps extends Pick<ExerciseCardProps, "workouts" | "draft" | "exercise"> {
  readonly onEnd: () => void;
}
