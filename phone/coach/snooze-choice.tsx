import { useEffect, useRef } from "react";
import { SNOOZE_PRESETS, type SnoozePreset } from "../../contract/inbox/vocabulary.ts";
import { useCoachTexts } from "./texts/texts.ts";

/** Asks until when a task sleeps. Only presets work without a connection. */
export function SnoozeChoice({ isBusy, onChoose, onCancel }: SnoozeChoiceProps) {
  const texts = useCoachTexts();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="panel" role="group" aria-label={texts.until}>
      <p>{texts.until}</p>
      <div className="buttons">
        {SNOOZE_PRESETS.map((preset, place) => (
          <button
            key={preset}
            ref={place === 0 ? first : null}
            className="btn"
            type="button"
            disabled={isBusy}
            onClick={() => void onChoose(preset)}
          >
            {texts.snoozes[preset]}
          </button>
        ))}
        <button className="btn quiet" type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </div>
  );
}

interface SnoozeChoiceProps {
  readonly isBusy: boolean;
  readonly onChoose: (preset: SnoozePreset) => Promise<void>;
  readonly onCancel: () => void;
}
