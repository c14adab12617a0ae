import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import {
  SKIP_NOTE_LENGTH,
  SKIP_REASONS,
  type SkipReason,
} from "../../../contract/quick-log/vocabulary.ts";
import { useTexts } from "../../texts/language.tsx";

/** Asks for the reason of a skip. */
export function SkipForm({ what, isBusy, onSkip, onCancel }: SkipFormProps) {
  const texts = useTexts();
  const id = useId();
  const first = useRef<HTMLSelectElement>(null);
  const [reason, setReason] = useState<SkipReason | null>(null);
  const [note, setNote] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  useEffect(() => first.current?.focus(), []);
  const isMissing = isChecked && reason === null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (reason === null) first.current?.focus();
    else if (await onSkip(reason, note.trim())) onCancel();
  };
  return (
    <form className="inputs panel" noValidate onSubmit={(event) => void submit(event)}>
      <h3>{texts.skipTitle(what)}</h3>
      <div className="field">
        <label htmlFor={`${id}-reason`}>{texts.reason}</label>
        <select
          ref={first}
          id={`${id}-reason`}
          className={isMissing ? "input wrong" : "input"}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-fault` : undefined}
          value={reason ?? ""}
          onChange={({ target }) =>
            setReason(SKIP_REASONS.find((one) => one === target.value) ?? null)
          }
        >
          <option value="">{texts.chooseReason}</option>
          {SKIP_REASONS.map((one) => (
            <option key={one} value={one}>
              {texts.skipReasons[one]}
            </option>
          ))}
        </select>
        {isMissing && (
          <p className="error" id={`${id}-fault`}>
            {texts.chooseReason}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}-note`}>{texts.note}</label>
        <textarea
          id={`${id}-note`}
          className="input"
          rows={2}
          maxLength={SKIP_NOTE_LENGTH}
          aria-describedby={`${id}-hint`}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          {texts.noteHint(SKIP_NOTE_LENGTH)}
        </p>
      </div>
      <div className="buttons">
        <button className="btn go" type="submit" disabled={isBusy}>
          {texts.skip}
        </button>
        <button className="btn quiet" type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

interface SkipFormProps {
  /** Name of the task or item. */
  readonly what: string;
  readonly isBusy: boolean;
  /** Resolves with whether the skip is stored. */
  readonly onSkip: (reason: SkipReason, note: string) => Promise<boolean>;
  readonly onCancel: () => void;
}
