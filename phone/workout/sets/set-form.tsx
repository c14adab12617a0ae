import { type SubmitEvent, useId, useState } from "react";
import type { LoggedSet } from "../../../device/wire/sync-types.ts";
import type { SetInput } from "../../../device/wire/workout-types.ts";
import { useMoments, useTexts } from "../../texts/language.tsx";
import type { GuidePlace } from "../guide.ts";
import { type SetFault, type WrittenSet, prefilled, readSet, unitOf } from "./set-values.ts";
import { faultWords } from "./set-words.ts";
import { useWorkoutTexts } from "../texts.ts";

/** The values of one set, filled with those of the set before. Big fields and one big button, for tired hands. */
export function SetForm({ place, isBusy, onEnter }: SetFormProps) {
  const texts = useWorkoutTexts();
  const id = useId();
  const { exercise, set } = place;
  const [written, setWritten] = useState<WrittenSet>(() => prefilled(place));
  const [isChecked, setIsChecked] = useState(false);
  const { values, faults } = readSet(exercise, written);
  const enter = (completed: boolean) => {
    const { setKey } = set;
    const { exerciseKey } = exercise;
    void onEnter({ setKey, exerciseKey, values, completed, source: "EXPLICIT_TAP" });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const [wrong] = Object.keys(faults);
    if (wrong === undefined) enter(true);
    else document.getElementById(`${id}-${wrong}`)?.focus();
  };
  return (
    <form className="set-form" noValidate onSubmit={submit}>
      <div className="set-fields">
        {exercise.inputs.map((input) => (
          <SetField
            key={input.key}
            id={`${id}-${input.key}`}
            input={input}
            written={written}
            fault={isChecked ? (faults[input.key] ?? null) : null}
            onWrite={setWritten}
          />
        ))}
      </div>
      <button className="btn go big" type="submit" disabled={isBusy}>
        {set.typed === null ? texts.done : texts.save}
      </button>
      {set.typed === null && (
        <button
          className="btn quiet"
          type="button"
          disabled={isBusy}
          onClick={() => void onEnter(notDone(place))}
        >
          {texts.notDone}
        </button>
      )}
    </form>
  );
}

interface SetFormProps {
  readonly place: GuidePlace;
  readonly isBusy: boolean;
  readonly onEnter: (entered: LoggedSet) => Promise<void>;
}

/** A set that the person decided not to do has no values. */
function notDone({ exercise: { exerciseKey }, set: { setKey } }: GuidePlace): LoggedSet {
  return { setKey, exerciseKey, values: {}, completed: false, source: "EXPLICIT_TAP" };
}

function SetField({ id, input, written, fault, onWrite }: SetFieldProps) {
  const texts = useWorkoutTexts();
  const { optional } = useTexts();
  const moments = useMoments();
  const units = input.key === "weight" ? (input.units ?? []) : [];
  const names: Readonly<Record<string, string>> = texts.inputs;
  return (
    <div className="field">
      <label htmlFor={id}>
        {names[input.key] ?? input.key}
        {units.length === 1 && <span className="soft"> ({units[0]})</span>}
      </label>
      <div className="row-h">
        <input
          id={id}
          className={fault === null ? "input" : "input wrong"}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={fault !== null}
          aria-describedby={`${id}-hint`}
          value={written[input.key] ?? ""}
          onChange={({ target }) => onWrite({ ...written, [input.key]: target.value })}
        />
        {units.length > 1 && (
          <select
            className="input unit"
            aria-label={texts.unit}
            value={unitOf([input], written)}
            onChange={({ target }) => onWrite({ ...written, unit: target.value })}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </select>
        )}
      </div>
      <p className={fault === null ? "hint" : "error"} id={`${id}-hint`}>
        {fault === null && !input.required && optional}
        {fault !== null && faultWords(fault, input, { texts, moments })}
      </p>
    </div>
  );
}

interface SetFieldProps {
  readonly id: string;
  readonly input: SetInput;
  readonly written: WrittenSet;
  readonly fault: SetFault | null;
  readonly onWrite: (written: WrittenSet) => void;
}
