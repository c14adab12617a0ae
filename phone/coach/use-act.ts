import { useRef, useState } from "react";
import type { InboxAct } from "../../device/coach/act-types.ts";
import type { Inbox } from "../../device/coach/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";

/** Queues acts on a row. A tap that may not have been stored is repeated with the same id. */
export function useAct(inbox: Inbox): Acting {
  const texts = useTexts();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const ids = useRef(new Map<string, string>());
  const act = async (wanted: InboxAct) => {
    setIsBusy(true);
    const content = JSON.stringify(wanted);
    const callId = ids.current.get(content) ?? crypto.randomUUID();
    ids.current.set(content, callId);
    try {
      await whileWriting(async () => await inbox.act({ ...wanted, callId }));
      ids.current.delete(content);
      announce(texts.saved);
      return true;
    } catch {
      announce(texts.notSaved, "fault");
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { act, isBusy };
}

/** Acts of a coach. */
export interface Acting {
  /** Resolves with whether the act is stored. */
  readonly act: (wanted: InboxAct) => Promise<boolean>;
  readonly isBusy: boolean;
}
