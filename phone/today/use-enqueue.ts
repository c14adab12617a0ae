import { useCallback, useState } from "react";
import { ActionFault } from "../../device/outbox/action-fault.ts";
import type { Action } from "../../device/outbox/types.ts";
import type { Scope } from "../../device/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import type { Texts } from "../texts/texts.ts";

/** Records actions of the person, one at a time, and says whether each is durable. */
export function useEnqueue(scope: Scope): Enqueue {
  const texts = useTexts();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const enqueue = useCallback(
    async (action: Action) => {
      setIsBusy(true);
      try {
        await whileWriting(() => scope.enqueue(action));
        announce(texts.saved);
        return true;
      } catch (error) {
        announce(faultOf(error, texts), "fault");
        return false;
      } finally {
        setIsBusy(false);
      }
    },
    [scope, texts, announce],
  );
  return { enqueue, isBusy };
}

/** Records actions of the person. */
export interface Enqueue {
  /** Resolves with whether the action is stored. */
  readonly enqueue: (action: Action) => Promise<boolean>;
  readonly isBusy: boolean;
}

function faultOf(error: unknown, texts: Texts): string {
  return error instanceof ActionFault ? texts.actionFault[error.code] : texts.notSaved;
}
