import type { Inbox, InboxTask, RefusedAct } from "../../device/coach/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { PlaneTag } from "../app/plane.tsx";
import type { Page } from "../page.ts";
import { useNow } from "../app/use-now.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import { actAgain } from "./act-again.ts";
import { useCoachTexts } from "./texts/texts.ts";
import type { CoachTexts } from "./texts/en.ts";
import { useAct } from "./use-act.ts";

/** Acts of the coach that were not accepted: who was first, and what can be done. */
export function RefusedActs({ page, inbox, task }: RefusedActsProps) {
  return task.refused.map((refused) => (
    <Refused
      key={refused.clientOperationId}
      page={page}
      inbox={inbox}
      task={task}
      refused={refused}
    />
  ));
}

interface RefusedActsProps {
  readonly page: Page;
  readonly inbox: Inbox;
  readonly task: InboxTask;
}

function Refused({ page, inbox, task, refused }: RefusedActsProps & RefusedProps) {
  const texts = useCoachTexts();
  const { notSaved, refusedWithout } = useTexts();
  const announce = useAnnounce();
  const { act, isBusy } = useAct(inbox);
  const again = actAgain(task, refused);
  const note = refused.payload?.["note"];
  const names: Readonly<Record<string, string>> = texts.refusedAct;
  const discard = async () => {
    try {
      await whileWriting(async () => {
        const scopes = await page.device.scopes();
        const scope = scopes.find(({ scopeId }) => scopeId === task.scopeId);
        const centre = await scope?.part("centre");
        await centre?.discard({ clientOperationId: refused.clientOperationId });
      });
      announce(texts.discarded);
    } catch {
      announce(notSaved, "fault");
    }
  };
  return (
    <div className="refused-entry">
      <p className="row-h wrap">
        <PlaneTag plane="REFUSED" />
        <b>{names[refused.operationType] ?? texts.refusedOther}</b>
      </p>
      <p>{refused.message ?? refusedWithout}</p>
      <ChangedBy refused={refused} texts={texts} />
      {typeof note === "string" && <p className="soft">{texts.yourNote(note)}</p>}
      <div className="buttons">
        {again !== null && (
          <button className="btn" type="button" disabled={isBusy} onClick={() => void act(again)}>
            {texts.resend}
          </button>
        )}
        <button className="btn quiet" type="button" onClick={() => void discard()}>
          {texts.discard}
        </button>
      </div>
    </div>
  );
}

interface RefusedProps {
  readonly refused: RefusedAct;
}

function ChangedBy({ refused: { changed }, texts }: RefusedProps & { readonly texts: CoachTexts }) {
  const moments = useMoments();
  const now = useNow();
  if (changed === null) return null;
  const did: Readonly<Record<string, string>> = texts.did;
  const name = changed.isOwn ? texts.you : (changed.displayName ?? texts.someone);
  const time = moments.dayAndTime(Date.parse(changed.at), now);
  return (
    <p className="soft">
      {texts.changedBy(name, did[changed.type ?? ""] ?? texts.changedIt, time)}
    </p>
  );
}
