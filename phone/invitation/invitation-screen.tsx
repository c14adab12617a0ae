import { useEffect, useState } from "react";
import type { Page } from "../page.ts";
import { useSignIn } from "../sign-in/use-sign-in.ts";
import { AcceptForm } from "./accept-form.tsx";
import { keptInvitation } from "./kept-invitation.ts";
import { PasteForm } from "./paste-form.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";
import { useInvitationTexts } from "./texts.ts";

/** The way of a client from an invitation to an account: the link, the sign-in, the name and the terms. */
export function InvitationScreen({ page, token: inAddress }: InvitationScreenProps) {
  const texts = useInvitationTexts();
  const signIn = useSignIn(page);
  const [token, setToken] = useState(() => inAddress ?? keptInvitation.read());
  useEffect(() => {
    // The token must not stay in the history of the browser.
    if (inAddress !== null) history.replaceState(null, "", "#invitation");
  }, [inAddress]);
  const choose = (next: string | null) => {
    if (next === null) keptInvitation.forget();
    else keptInvitation.keep(next);
    setToken(next);
  };
  return (
    <section className="door">
      <h1>{texts.title}</h1>
      {token === null && <PasteForm onRead={choose} />}
      {token !== null && signIn.failure === "NO_ACCOUNT" && (
        <AcceptForm page={page} token={token} onSignIn={signIn.begin} />
      )}
      {token !== null && signIn.failure !== "NO_ACCOUNT" && keptInvitation.isSent(token) && (
        <WaitingPanel signIn={signIn} />
      )}
      {token !== null && signIn.failure !== "NO_ACCOUNT" && !keptInvitation.isSent(token) && (
        <PreviewPanel
          page={page}
          token={token}
          signIn={{
            ...signIn,
            begin() {
              keptInvitation.keep(token);
              signIn.begin();
            },
          }}
        />
      )}
      {token !== null && (
        <button className="btn quiet" type="button" onClick={() => choose(null)}>
          {texts.other}
        </button>
      )}
    </section>
  );
}

interface InvitationScreenProps {
  readonly page: Page;
  /** The token that the address names; null if it has none. */
  readonly token: string | null;
}
