import { useEffect, useState } from "react";
import type { Action } from "../../device/outbox/types.ts";
import type { Scope } from "../../device/types.ts";
import { useLanguage } from "../texts/language.tsx";
import type { Language } from "../texts/texts.ts";
import { contentOf } from "./use-enqueue.ts";

/**
 * Predicts a refusal by the server's own rule on this device, and returns its sentence. Null if the action is likely
 * accepted, or if the device cannot tell. It is shown before the tap and prevents nothing.
 */
export function usePreview(scope: Scope, action: Action | null, now: number): string | null {
  const { language } = useLanguage();
  const [found, setFound] = useState<Found | null>(null);
  const content = action === null ? null : contentOf(action);
  useEffect(() => {
    if (action === null || content === null) return undefined;
    let isOver = false;
    void predict(scope, action, language).then((sentence) => {
      if (!isOver) setFound({ content, sentence });
    });
    return () => {
      isOver = true;
    };
    // A new object for the same action is the same action.
  }, [scope, content, language, now]);
  return found !== null && found.content === content ? found.sentence : null;
}

interface Found {
  readonly content: string;
  readonly sentence: string | null;
}

async function predict(scope: Scope, action: Action, language: Language): Promise<string | null> {
  try {
    const preview = await scope.preview(action);
    if (preview.kind !== "REFUSED") return null;
    // The sentences are loaded once one is needed.
    const { verdictMessage } = await import("./verdict-message.ts");
    return verdictMessage(preview.code, language);
  } catch {
    return null;
  }
}
