import { useState } from "react";
import type { Device, DeviceState } from "../../device/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import { whileWriting } from "../updates/writing.ts";

/** Signs out. Unsent entries are counted, and deleted only with the person's consent. */
export function SignOutSection({ device, state }: SignOutSectionProps) {
  const texts = useTexts();
  const announce = useAnnounce();
  const [unsent, setUnsent] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const signOut = async (losing?: number) => {
    setIsBusy(true);
    try {
      const outcome = await whileWriting(() => device.signOut(losing));
      setUnsent(outcome.kind === "UNSENT" ? outcome.unsent : 0);
      if (outcome.kind === "LOCKED") announce(texts.lockedOut);
    } catch {
      announce(texts.notSaved, "fault");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section className="card padded">
      <h2>{texts.account}</h2>
      <p className="soft">{isBusy ? texts.signingOut : sessionWords(state, texts)}</p>
      {unsent > 0 && (
        <div className="panel" role="alert">
          <p>{texts.signOutLosing(unsent)}</p>
          <div className="buttons">
            <button className="btn go" type="button" onClick={() => setUnsent(0)}>
              {texts.keepSignedIn}
            </button>
            <button
              className="btn bad"
              type="button"
              disabled={isBusy}
              onClick={() => void signOut(unsent)}
            >
              {texts.signOutAnyway(unsent)}
            </button>
          </div>
        </div>
      )}
      {state.session === "NONE" && (
        <div className="buttons">
          <a className="btn go" href="#today">
            {texts.signIn}
          </a>
        </div>
      )}
      {canSignOut(state) && unsent === 0 && (
        <div className="buttons">
          <button className="btn" type="button" disabled={isBusy} onClick={() => void signOut()}>
            {texts.signOut}
          </button>
        </div>
      )}
    </section>
  );
}

function sessionWords({ session }: DeviceState, texts: Texts): string {
  if (session === "SIGNING_OUT") return texts.lockedOut;
  return session === "NONE" ? texts.notSignedIn : texts.signedIn;
}

const canSignOut = ({ session }: DeviceState) => session === "SIGNED_IN" || session === "NEEDED";

interface SignOutSectionProps {
  readonly device: Device;
  readonly state: DeviceState;
}
