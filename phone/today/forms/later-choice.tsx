import { useEffect, useRef } from "react";
import { useTexts } from "../../texts/language.tsx";

/** Asks how long to snooze a task, among the lengths that its plan offers. */
export function LaterChoice({ what, minutes, isBusy, onChoose, onCancel }: LaterChoiceProps) {
  const texts = useTexts();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="panel" role="group" aria-label={texts.laterTitle(what)}>
      <p>{texts.laterTitle(what)}</p>
      <div className="buttons">
        {minutes.map((length, index) => (
          <button
            key={length}
            ref={index === 0 ? first : null}
            className="btn"
            type="button"
            disabled={isBusy}
            onClick={() => onChoose(length)}
          >
            {texts.laterBy(length)}
          </button>
        ))}
        <button className="btn quiet" type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </div>
  );
}

interface LaterChoiceProps {
  readonly what: string;
  readonly minutes: readonly number[];
  readonly isBusy: boolean;
  readonly onChoose: (minutes: number) => void;
  readonly onCancel: () => void;
}
