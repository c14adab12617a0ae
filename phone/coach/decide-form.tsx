import { type SubmitEvent, useId, useState } from "react";
import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import type { InboxAct } from "../../device/coach/act-types.ts";
import type { Inbox, InboxTask } from "../../device/coach/types.ts";
import { choiceName } from "./choice-name.ts";
import { type Decision, choicesOf, decidedAct, needsNote } from "./decisions.ts";
import { useCoachTexts } from "./texts/texts.ts";
import { useActPreview } from "./use-act-preview.ts";
import { useDraft } from "./use-draft.ts";

/** Asks for the outcome and the note of a decision. The typed text is kept as a draft until it is sent. */
export function DecideForm({ inbox, task, decision, isBusy, onDecide, onCancel }: DecideFormProps) {
  const texts = useCoachTexts();
  const id = useId();
  const { taskId } = task;
  const choices = choicesOf(decision, task.accepted.taskType);
  const { written, write, keep } = useDraft(inbox, taskId, decision);
  const [isChecked, setIsChecked] = useState(false);
  const wanted = decidedAct(decision, taskId, written);
  const likely = useActPreview(inbox, wanted);
  const isUnchosen = isChecked && wanted === null;
  const isNoteMissing = isChecked && needsNote(written);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (wanted === null) document.getElementById(`${id}-choice`)?.focus();
    else if (needsNote(written)) document.getElementById(`${id}-note`)?.focus();
    else await onDecide(wanted);
  };
  return (
    <form className="inputs panel" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{texts.acts[decision]}</h2>
      {choices.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-choice`}>
            {decision === "RESOLVE" ? texts.outcome : texts.reason}
          </label>
          <select
            id={`${id}-choice`}
            className={isUnchosen ? "input wrong" : "input"}
            aria-invalid={isUnchosen}
            value={written.choice}
            onChange={({ target }) => write({ ...written, choice: target.value })}
          >
            <option value="">{texts.chooseOne}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choiceName(choice, texts)}
              </option>
            ))}
          </select>
          {isUnchosen && <p className="error">{texts.chooseOne}</p>}
        </div>
      )}
      <div className="field">
        <label htmlFor={`${id}-note`}>
          {written.choice === "HANDLED_OUTSIDE_APP" ? texts.note : texts.noteOptional}
        </label>
        <textarea
          id={`${id}-note`}
          className={isNoteMissing ? "input wrong" : "input"}
          rows={3}
          maxLength={INBOX_LIMITS.noteLength}
          aria-invalid={isNoteMissing}
          aria-describedby={`${id}-hint`}
          value={written.note}
          onChange={({ target }) => write({ ...written, note: target.value })}
          onBlur={keep}
        />
        <p className={isNoteMissing ? "error" : "hint"} id={`${id}-hint`}>
          {isNoteMissing ? texts.noteMissing : texts.noteHint}
        </p>
      </div>
      {likely !== null && (
        <p className="note warn" role="status">
          {texts.likelyRefused(likely)}
        </p>
      )}
      <div className="buttons">
        <button className="btn go" type="submit" disabled={isBusy}>
          {texts.acts[decision]}
        </button>
        <button className="btn quiet" type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

interface DecideFormProps {
  readonly inbox: Inbox;
  readonly task: InboxTask;
  readonly decision: Decision;
  readonly isBusy: boolean;
  readonly onDecide: (wanted: InboxAct) => Promise<void>;
  readonly onCancel: () => void;
}
