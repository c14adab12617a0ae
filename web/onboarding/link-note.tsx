import { type ReactNode, useState } from "react";
import { Button } from "../kit/button.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** The link of an invitation, to pass on by hand. It is shown once and stored nowhere. */
export function LinkNote({ url, label }: LinkNoteProps): ReactNode {
  const { t } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className="note stack">
      <label className="field">
        <span className="label">{label ?? t("onboarding.link")}</span>
        <input
          className="input mono"
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
      </label>
      <p className="row-h">
        <Button
          icon="link"
          onPress={() => void navigator.clipboard.writeText(url).then(() => setIsCopied(true))}
        >
          {t(isCopied ? "onboarding.copied" : "onboarding.copy")}
        </Button>
      </p>
    </div>
  );
}

interface LinkNoteProps {
  readonly url: string;
  /** Label of the link; that of a client by default. */
  readonly label?: string;
}
