import { useEffect, useRef } from "react";
import { useTexts } from "../../texts/language.tsx";

/** Asks for confirmation before all open items are ticked. */
export function ConfirmAll({ count, isBusy, onConfirm, onCancel }: ConfirmAllProps) {
  const texts = useTexts();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="panel" role="group" aria-label={texts.confirmAll(count)}>
      <p>{texts.confirmAll(count)}</p>
      <div className="buttons">
        <button ref={first} className="btn go" type="button" disabled={isBusy} onClick={onConfirm}>
          {texts.tickThem}
        </button>
        <button className="btn quiet" type="button" onClick={onCancel}>
          {texts.keepOpen}
        </button>
      </div>
    </div>
  );
}

interface ConfirmAllProps {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}
