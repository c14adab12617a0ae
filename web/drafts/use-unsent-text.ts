import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import type { UnsentPlace } from "./unsent-place.ts";

/**
 * The text of a field until it is sent; `initial` if nothing was typed. It survives a reload, sealed; `id` names the
 * thing that it is about. The act that sends it takes its key from `keyOf`, and calls `sent` once the server has it.
 */
export function useUnsentText(place: UnsentPlace, id: string, initial = ""): UnsentText {
  const { unsent } = useConsole();
  const name = `${place}\n${id}`;
  const [text, setText] = useState(initial);
  const isTyped = useRef(false);
  useEffect(() => {
    let isGone = false;
    isTyped.current = false;
    void unsent.read(name).then((kept) => {
      if (!isGone && !isTyped.current && kept !== "") setText(kept);
    });
    return () => void (isGone = true);
  }, [unsent, name]);
  const change = useCallback(
    (typed: string) => {
      isTyped.current = true;
      setText(typed);
      unsent.write(name, typed);
    },
    [unsent, name],
  );
  return useMemo(
    () => ({
      text,
      change,
      keyOf: (content, step) => unsent.keyOf(name, content, step),
      answered: () => unsent.answered(name),
      sent: () => {
        isTyped.current = true;
        setText("");
        unsent.remove(name);
      },
    }),
    [text, change, unsent, name],
  );
}

export interface UnsentText extends SentText {
  readonly text: string;
  readonly change: (text: string) => void;
}

/** The part of a text that its act needs. It works also after the field has closed. */
export interface SentText {
  /** The `Idempotency-Key` of an act, or of one `step` of it, by its content. */
  readonly keyOf: (content: unknown, step?: string) => Promise<string>;
  /** The server answered without taking the text: the next try is another act. */
  readonly answered: () => void;
  readonly sent: () => void;
}
