import { useEffect, useMemo, useRef, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { readEdits, writeEdits } from "./edits-text.ts";
import type { UnsentEditsPlace } from "./unsent-place.ts";

/**
 * Keeps what an editor has changed and not saved, sealed, until the server has it. After a reload `restore` gets it
 * back, unless the person has typed something else by then.
 */
export function useUnsentEdits<Edits>(input: EditsInput<Edits>): UnsentEdits {
  const { unsent } = useConsole();
  const { place, id, edits } = input;
  const name = `${place}\n${id}`;
  const [isRestored, setIsRestored] = useState(false);
  const hasEdits = useRef(false);
  const latest = useRef(input);
  useEffect(() => void (latest.current = input));
  useEffect(() => {
    let isGone = false;
    void unsent.read(name).then((kept) => {
      if (isGone || hasEdits.current || kept === "") return;
      const found = readEdits(kept);
      const { isOf, restore } = latest.current;
      // Another version of the console may have written it in another form.
      if (isOf(found) && restore(found)) setIsRestored(true);
      else unsent.remove(name);
    });
    return () => void (isGone = true);
  }, [unsent, name]);
  useEffect(() => {
    if (edits !== null) unsent.writeSoon(name, () => writeEdits(edits));
    else if (hasEdits.current) {
      unsent.remove(name);
      setIsRestored(false);
    }
    hasEdits.current = edits !== null;
  }, [unsent, name, edits]);
  return useMemo(
    () => ({
      isRestored,
      keyOf: async (content) => await unsent.keyOf(name, content),
      forget: () => unsent.remove(name),
    }),
    [isRestored, unsent, name],
  );
}

interface EditsInput<Edits> {
  readonly place: UnsentEditsPlace;
  /** Says what is edited. */
  readonly id: string;
  /** The changes, with the version that they change; null without any. They keep their identity until they change. */
  readonly edits: Edits | null;
  /** Whether something that was kept is in the form of this version. */
  readonly isOf: (found: unknown) => found is Edits;
  /** Puts it into the editor. False if nothing of it is left to save. */
  readonly restore: (edits: Edits) => boolean;
}

/** Edits that are kept until they are saved. */
export interface UnsentEdits {
  /** Whether the editor shows edits from before a reload. */
  readonly isRestored: boolean;
  /** The `Idempotency-Key` for saving `content`: the same for each repetition, also after a reload. */
  readonly keyOf: (content: unknown) => Promise<string>;
  /** Drops what is kept: the person leaves without it. */
  readonly forget: () => void;
}
