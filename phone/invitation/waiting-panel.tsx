import { PlaneTag } from "../app/plane.tsx";
import type { SigningIn } from "../sign-in/use-sign-in.ts";
import { useTexts } from "../texts/language.tsx";
import { useInvitationTexts } from "./texts.ts";

/** An acceptance without an answer, after a restart: only the signed-in person can send it again. */
export function WaitingPanel({ signIn }: { readonly signIn: SigningIn }) {
  const texts = useInvitationTexts();
  const { signInAgain, signingIn, signInFailed } = useTexts();
  return (
    <>
      <p>
        <b>{texts.acceptance}</b> <PlaneTag plane="WAITING" />
      </p>
      <p className="soft">{texts.acceptanceWaits}</p>
      {signIn.failure !== null && (
        <p className="error" role="alert">
          {signInFailed[signIn.failure]}
        </p>
      )}
      <button className="btn go" type="button" disabled={signIn.isBusy} onClick={signIn.begin}>
        {signIn.isBusy ? signingIn : signInAgain}
      </button>
    </>
  );
}
