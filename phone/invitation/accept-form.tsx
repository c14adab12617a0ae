import { type SubmitEvent, useEffect, useId, useState } from "react";
import type { AcceptanceOutcome } from "../../device/account/types.ts";
import type { LegalVersions } from "../../device/wire/account-types.ts";
import type { Page } from "../page.ts";
import { useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import { keptInvitation } from "./kept-invitation.ts";
import { useInvitationTexts } from "./texts.ts";
import type { InvitationTexts } from "./texts.ts";

/** Asks for the name and the terms. The invitation is accepted once, also if an answer is lost. */
export function AcceptForm({ page, token, onSignIn }: AcceptFormProps) {
  const texts = useInvitationTexts();
  const { opening, signInAgain } = useTexts();
  const id = useId();
  const legal = useLegal(page);
  const [name, setName] = useState("");
  const [isAccepted, setIsAccepted] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<AcceptanceOutcome | null>(null);
  const isNameMissing = isChecked && name.trim() === "";
  const accept = async (versions: LegalVersions) => {
    setIsBusy(true);
    const outcome = await acceptOn(page, { ...versions, token, name: name.trim() });
    setIsBusy(false);
    setFault(outcome.kind === "ACCEPTED" ? null : outcome);
    if (outcome.kind === "OFFLINE") keptInvitation.markSent(token);
    if (outcome.kind !== "ACCEPTED") return;
    keptInvitation.forget();
    location.hash = "#today";
    void page.device.sync().catch(() => null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (legal !== null && name.trim() !== "" && isAccepted) void accept(legal);
  };
  if (legal === null) return <p className="soft">{opening}</p>;
  return (
    <form className="inputs" noValidate onSubmit={submit}>
      <h2>{texts.acceptTitle}</h2>
      <div className="field">
        <label htmlFor={`${id}-name`}>{texts.name}</label>
        <input
          id={`${id}-name`}
          className={isNameMissing ? "input wrong" : "input"}
          autoComplete="name"
          aria-invalid={isNameMissing}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {isNameMissing && <p className="error">{texts.nameMissing}</p>}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={isAccepted}
          onChange={({ target }) => setIsAccepted(target.checked)}
        />
        <span>{texts.accepts(legal.termsVersion, legal.privacyVersion)}</span>
      </label>
      {isChecked && !isAccepted && <p className="error">{texts.acceptMissing}</p>}
      {fault !== null && (
        <p className="error" role="alert">
          {faultWords(fault, texts)}
        </p>
      )}
      <button className="btn go" type="submit" disabled={isBusy}>
        {isBusy ? texts.accepting : texts.accept}
      </button>
      {fault?.kind === "SIGN_IN" && (
        <button className="btn" type="button" onClick={onSignIn}>
          {signInAgain}
        </button>
      )}
    </form>
  );
}

interface AcceptFormProps {
  readonly page: Page;
  readonly token: string;
  readonly onSignIn: () => void;
}

/** The legal texts in force, which the server tells a signed-in person; null until it has answered. */
function useLegal({ device }: Page): LegalVersions | null {
  const [legal, setLegal] = useState<LegalVersions | null>(null);
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const outcome = await (await device.part("account")).me().catch(() => null);
      if (!isOver && outcome?.kind === "PERSON") setLegal(outcome.me.legalVersions);
    })();
    return () => {
      isOver = true;
    };
  }, [device]);
  return legal;
}

interface Accepted extends LegalVersions {
  readonly token: string;
  readonly name: string;
}

async function acceptOn({ device }: Page, accepted: Accepted): Promise<AcceptanceOutcome> {
  const { token: invitationToken, name: displayName, termsVersion, privacyVersion } = accepted;
  try {
    return await whileWriting(
      async () =>
        await (
          await device.part("account")
        ).accept({ invitationToken, displayName, termsVersion, privacyVersion }),
    );
  } catch {
    return { kind: "OFFLINE" };
  }
}

function faultWords({ kind }: AcceptanceOutcome, texts: InvitationTexts): string {
  if (kind === "SIGN_IN") return texts.signInAgain;
  if (kind === "OTHER_PERSON") return texts.otherPerson;
  return kind === "OFFLINE" ? texts.mayHaveArrived : texts.refused;
}
