import { type SubmitEvent, useId, useState } from "react";
import { readInvitation } from "./read-invitation.ts";
import { useInvitationTexts } from "./texts.ts";

/** Asks for the link of an invitation, or its code. */
export function PasteForm({ onRead }: { readonly onRead: (token: string) => void }) {
  const texts = useInvitationTexts();
  const id = useId();
  const [written, setWritten] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const token = readInvitation(written);
    setIsWrong(token === null);
    if (token !== null) onRead(token);
  };
  return (
    <form className="inputs" noValidate onSubmit={submit}>
      <p className="soft">{texts.paste}</p>
      <div className="field">
        <label htmlFor={id}>{texts.link}</label>
        <input
          id={id}
          className={isWrong ? "input wrong" : "input"}
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
        {isWrong && (
          <p className="error" id={`${id}-fault`}>
            {texts.notOne}
          </p>
        )}
      </div>
      <button className="btn go" type="submit">
        {texts.show}
      </button>
    </form>
  );
}
