import { type ReactNode, useId, useState } from "react";
import { type OwnKeys, pressedFor } from "../../kit/keys/own-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";

/**
 * A letter of the console: what it does, and the field that moves it. A letter that another act has is refused here.
 */
export function KeyLine({ letter, own, move }: KeyLineProps): ReactNode {
  const { t, known } = useTexts();
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const name = known("settings.letter.", letter, "settings.letterUnknown");
  const take = (typed: string) => {
    const wanted = typed.trim().slice(-1).toLowerCase();
    if (wanted === "") return;
    setRefused(move(wanted) ? null : wanted);
  };
  return (
    <li className="line wrap">
      <label className="grow" htmlFor={id}>
        {name}
      </label>
      {own.has(letter) && (
        <span className="meta">{t("settings.usualKey", { key: letter.toUpperCase() })}</span>
      )}
      <input
        id={id}
        className={refused === null ? "input key-field" : "input key-field wrong"}
        value={pressedFor(own, letter).toUpperCase()}
        aria-invalid={refused !== null}
        {...(refused !== null && { "aria-describedby": `${id}-note` })}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => take(target.value)}
      />
      {refused !== null && (
        <p className="error key-refused" id={`${id}-note`} role="alert">
          {t("settings.keyTaken", { key: refused.toUpperCase() })}
        </p>
      )}
    </li>
  );
}

interface KeyLineProps {
  readonly letter: string;
  readonly own: OwnKeys;
  /** Moves the letter. False if it was refused. */
  readonly move: (wanted: string) => boolean;
}
