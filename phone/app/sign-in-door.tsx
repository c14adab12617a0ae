import { useEffect } from "react";
import { keptInvitation } from "../invitation/kept-invitation.ts";
import type { Page } from "../page.ts";
import { useSignIn } from "../sign-in/use-sign-in.ts";
import { useTexts } from "../texts/language.tsx";
import { addressOf, otherApp } from "./app-address.ts";
import { Mark } from "./icon.tsx";

/** The first screen of a device on which nobody has signed in. */
export function SignInDoor({ page }: { readonly page: Page }) {
  const texts = useTexts();
  const { isBusy, failure, begin } = useSignIn(page);
  const { surface } = page.device;
  useEffect(() => {
    // A person without an account who came with an invitation goes on with it.
    if (failure === "NO_ACCOUNT" && keptInvitation.read() !== null) location.hash = "#invitation";
  }, [failure]);
  return (
    <section className="door">
      <Mark />
      <h1>{texts.signInTitle[surface]}</h1>
      <p className="soft">{texts.signInWhy[surface]}</p>
      {failure !== null && (
        <p className="error" role="alert">
          {texts.signInFailed[failure]}
        </p>
      )}
      <button className="btn go" type="button" disabled={isBusy} onClick={begin}>
        {isBusy ? texts.signingIn : texts.signIn}
      </button>
      {surface === "CLIENT_MOBILE" && (
        <a className={failure === "NO_ACCOUNT" ? "btn go" : "btn"} href="#invitation">
          {texts.haveInvitation}
        </a>
      )}
      <a className="btn quiet" href={addressOf(otherApp(surface))}>
        {texts.otherApp[surface]}
      </a>
      <p className="hint">{texts.standInWhy}</p>
    </section>
  );
}
