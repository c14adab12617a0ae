import { type ReactNode, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** A message that the coach may copy and send to the client elsewhere. */
export function MessageHint({ hint, name }: MessageHintProps): ReactNode {
  const { t, known } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const text = known("sync.hint.", hint, "sync.hint.OTHER");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <section className="note stack">
      <h2>{t("sync.suggested", { name })}</h2>
      <p>{text}</p>
      <div className="row-h">
        <Button onPress={() => void copy()}>{t("sync.copy")}</Button>
        <span className="meta" role="status">
          {isCopied && t("sync.copied")}
        </span>
      </div>
    </section>
  );
}

interface MessageHintProps {
  readonly hint: string;
  readonly name: string;
}
