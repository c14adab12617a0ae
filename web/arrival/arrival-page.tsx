import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Mark } from "../kit/mark.tsx";
import { Failed } from "../kit/states.tsx";
import { keepNextWay } from "../session/next-way.ts";
import { signOut } from "../session/sign-out.ts";
import { useWays } from "../session/use-ways.ts";
import { isOpenWay, waysOf } from "../session/ways.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { ArrivalStep } from "./arrival-step.ts";
import { KeepAccount } from "./keep-account.tsx";
import { Registration } from "./registration.tsx";

/** The page of a person who signed in and cannot enter: what happened, the next step, and the sign-out. */
export function ArrivalPage({ step, error, again, refuse }: ArrivalPageProps): ReactNode {
  const { t, formats } = useTexts();
  const { api, session } = useConsole();
  const title = t(`arrival.title.${step.kind}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("frame.product")}`;
    heading.current?.focus();
  }, [title, t]);
  const day =
    step.kind === "KEEP" && step.deletionAt !== null ? formats.day(new Date(step.deletionAt)) : "";
  return (
    <main className="doorway">
      <div className="door">
        <Mark />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="soft">{t(`arrival.lead.${step.kind}`, { day })}</p>
        <NextStep step={step} error={error} again={again} refuse={refuse} />
        <Button kind="quiet" onPress={() => void signOut(session, api)}>
          {t("frame.signOut")}
        </Button>
      </div>
    </main>
  );
}

interface ArrivalPageProps {
  readonly step: ArrivalStep;
  readonly error: unknown;
  /** Asks the API again. */
  readonly again: () => void;
  /** Shows the step of a refusal that an act got. */
  readonly refuse: (refusal: Problem) => void;
}

function NextStep({ step, error, again, refuse }: ArrivalPageProps): ReactNode {
  const { t } = useTexts();
  const { config } = useConsole();
  switch (step.kind) {
    case "REGISTER":
      return <Registration done={again} refuse={refuse} />;
    case "KEEP":
      return <KeepAccount done={again} />;
    case "OTHER_WAY":
      return <OtherWays aliases={step.aliases} />;
    case "CLOSED_WAY":
      return <OtherWays aliases={null} />;
    case "CONFIRM":
    case "SIGN_IN_AGAIN":
      return <SignInWith name={t("arrival.signInAgain")} alias="" />;
    case "CLIENT_APP":
      return (
        <>
          {config.clientAppPages.map((page) => (
            <a key={page} className="btn" href={page} rel="noreferrer">
              {t("arrival.getApp", { store: new URL(page).host })}
            </a>
          ))}
          <p className="meta">
            <a href="/account">{t("arrival.account")}</a>
          </p>
        </>
      );
    case "UNAVAILABLE":
      return <Failed error={error} retry={again} />;
    default:
      return null;
  }
}

/** Buttons for the ways that the account has; without aliases, for every way that is open. */
function OtherWays({ aliases }: { readonly aliases: readonly string[] | null }): ReactNode {
  const { t, language } = useTexts();
  const ways = useWays(language);
  if (ways === null) return null;
  const named = aliases === null ? ways.filter(isOpenWay) : waysOf(aliases, ways);
  return named.map(({ alias, label }) => (
    <SignInWith key={alias} alias={alias} name={t("session.signInWith", { provider: label })} />
  ));
}

/** Signs out at the provider first, which would otherwise take the sign-in that it knows. */
function SignInWith({ alias, name }: { readonly alias: string; readonly name: string }): ReactNode {
  const { api, session } = useConsole();
  const [isBusy, setIsBusy] = useState(false);
  const go = () => {
    setIsBusy(true);
    keepNextWay(alias);
    void signOut(session, api);
  };
  return (
    <Button kind="go" onPress={go} isPending={isBusy}>
      {name}
    </Button>
  );
}
