import { useEffect, useState } from "react";
import type { PreviewOutcome } from "../../device/account/types.ts";
import type { Page } from "../page.ts";
import type { SigningIn } from "../sign-in/use-sign-in.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { useInvitationTexts } from "./texts.ts";

/** Shows who invites whom, before the sign-in. */
export function PreviewPanel({ page, token, signIn }: PreviewPanelProps) {
  const texts = useInvitationTexts();
  const { opening, reload, signingIn, signInFailed } = useTexts();
  const moments = useMoments();
  const [outcome, setOutcome] = useState<PreviewOutcome | null>(null);
  useEffect(() => {
    let isOver = false;
    void previewOf(page, token).then((next) => {
      if (!isOver) setOutcome(next);
    });
    return () => {
      isOver = true;
    };
  }, [page, token]);
  if (outcome === null) return <p className="soft">{opening}</p>;
  if (outcome.kind === "REFUSED") return <p className="error">{texts.closed}</p>;
  if (outcome.kind === "OFFLINE") {
    return (
      <>
        <p className="error">{texts.offline}</p>
        <button className="btn" type="button" onClick={page.reload}>
          {reload}
        </button>
      </>
    );
  }
  const { workspaceName, coachDisplayName, contact, expiresAt } = outcome.invitation;
  return (
    <>
      <p>
        <b>{texts.invites(coachDisplayName, workspaceName)}</b>
      </p>
      <p className="soft">{texts.forContact(contact.masked)}</p>
      <p className="hint">{texts.until(moments.dayAndTime(Date.parse(expiresAt), 0))}</p>
      {signIn.failure !== null && (
        <p className="error" role="alert">
          {signInFailed[signIn.failure]}
        </p>
      )}
      <button className="btn go" type="button" disabled={signIn.isBusy} onClick={signIn.begin}>
        {signIn.isBusy ? signingIn : texts.signIn}
      </button>
    </>
  );
}

interface PreviewPanelProps {
  readonly page: Page;
  readonly token: string;
  readonly signIn: SigningIn;
}

async function previewOf({ device }: Page, invitationToken: string): Promise<PreviewOutcome> {
  try {
    return await (await device.part("account")).preview({ invitationToken });
  } catch {
    return { kind: "OFFLINE" };
  }
}
