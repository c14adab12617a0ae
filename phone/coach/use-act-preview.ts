import { useEffect, useState } from "react";
import type { InboxAct } from "../../device/coach/act-types.ts";
import type { Inbox } from "../../device/coach/types.ts";
import { useLanguage } from "../texts/language.tsx";
import { verdictMessage } from "../today/verdict-message.ts";

/** The server's sentence if it would likely refuse an act; null if it is likely accepted, or if nobody can tell. */
export function useActPreview(inbox: Inbox, wanted: InboxAct | null): string | null {
  const { language } = useLanguage();
  const [found, setFound] = useState<Found | null>(null);
  const content = wanted === null ? null : JSON.stringify(wanted);
  useEffect(() => {
    if (wanted === null || content === null) return undefined;
    let isOver = false;
    void inbox
      .preview(wanted)
      .then((preview) => {
        const sentence = preview.kind === "REFUSED" ? verdictMessage(preview.code, language) : null;
        if (!isOver) setFound({ content, sentence });
      })
      .catch(() => null);
    return () => {
      isOver = true;
    };
  }, [inbox, content, language]);
  return found !== null && found.content === content ? found.sentence : null;
}

interface Found {
  readonly content: string;
  readonly sentence: string | null;
}
