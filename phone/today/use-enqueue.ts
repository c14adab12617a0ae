import { useCallback, useRef, useState } from "react";
import { ActionFault } from "../../device/outbox/action-fault.ts";
import type { Action } from "../../device/outbox/types.ts";
import type { Scope } from "../../device/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import type { Texts } from "../texts/texts.ts";

/**
 * Records actions of the person and reports whether each is durable. Quick taps on different controls are all recorded.
 * A second tap on the same control is ignored while the first is being stored.
 */
export function useEnqueue(scope: Scope): Enqueue {
  const texts = useTexts();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const begun = useRef(new Set<string>());
  const ids = useRef(new Map<string, string>());
  const enqueue = useCallback(
    async (action: Action) => {
      const name = nameOf(action);
      if (begun.current.has(name)) return false;
      begun.current.add(name);
      setIsBusy(true);
      try {
        const same = contentOf(action);
        // Without an answer, the action may have been stored: a second tap repeats it with the same id.
        const clientOperationId = ids.current.get(same) ?? crypto.randomUUID();
        ids.current.set(same, clientOperationId);
        await whileWriting(() => scope.enqueue({ ...action, clientOperationId }));
        ids.current.delete(same);
        announce(texts.saved);
        return true;
      } catch (error) {
        announce(faultOf(error, texts), "fault");
        return false;
      } finally {
        begun.current.delete(name);
        setIsBusy(begun.current.size > 0);
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

/** Identifies the tapped control, so that two taps on one button are one. */
function nameOf({ operationType, payload }: Action): string {
  const { taskId, itemId } = payload;
  return JSON.stringify([operationType, taskId, itemId]);
}

/** Identifies an action without the instant of its tap. */
export function contentOf({ operationType, payload }: Action): string {
  const { recordedAt: _recordedAt, ...content } = payload;
  return JSON.stringify([operationType, content]);
}

function faultOf(error: unknown, texts: Texts): string {
  return error instanceof ActionFault ? texts.actionFault[error.code] : texts.notSaved;
}
