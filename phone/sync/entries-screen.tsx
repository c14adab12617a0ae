import { useState } from "react";
import type { Device, DeviceState, Scope } from "../../device/types.ts";
import { useNow } from "../app/use-now.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { ScopeEntries } from "./scope-entries.tsx";
import { UnreadableWork } from "./unreadable-work.tsx";

/** The sync centre: all entries made on this device, with their outcome and what can be done. */
export function EntriesScreen({ device, state, scopes }: EntriesScreenProps) {
  const texts = useTexts();
  const moments = useMoments();
  const now = useNow();
  return (
    <>
      <header className="day-head">
        <div className="row-h">
          <div className="grow">
            <h1>{texts.entriesTitle}</h1>
            <p className="meta">
              {state.lastSyncAt === null
                ? texts.neverSynced
                : texts.lastSync(moments.dayAndTime(state.lastSyncAt, now))}
            </p>
          </div>
          <SendButton device={device} />
        </div>
        <p className="soft">{texts.entriesWhy}</p>
      </header>
      <div className="cards">
        <UnreadableWork place={device} />
        {scopes.map((scope) => (
          <UnreadableWork key={scope.scopeId} place={scope} />
        ))}
        {scopes.map((scope) => (
          <ScopeEntries key={scope.scopeId} scope={scope} isAlone={scopes.length === 1} />
        ))}
      </div>
    </>
  );
}

interface EntriesScreenProps {
  readonly device: Device;
  readonly state: DeviceState;
  readonly scopes: readonly Scope[];
}

function SendButton({ device }: { readonly device: Device }) {
  const texts = useTexts();
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    await device.sync().catch(() => null);
    setIsSending(false);
  };
  return (
    <button className="btn" type="button" disabled={isSending} onClick={() => void send()}>
      {isSending ? texts.sending : texts.sendNow}
    </button>
  );
}
