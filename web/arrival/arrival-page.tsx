import type { ReactNode } from "react";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import type { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import type { Me } from "../frame/workspace/me-query.ts";
import { withWorkspace } from "../frame/workspace/workspace-search.ts";
import { Button } from "../kit/button.tsx";
import { Failed } from "../kit/states.tsx";
import { useWays } from "../session/use-ways.ts";
import { isOpenWay, waysOf } from "../session/ways.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { ArrivalStep } from "./arrival-step.ts";
import { Doorway } from "./doorway.tsx";
import { KeepAccount } from "./keep-account.tsx";
import { Registration } from "./registration.tsx";
import { SignInWith } from "./sign-in-with.tsx";

/** The page of a person who signed in and cannot enter: what happened, the next step, and the sign-out. */
export function ArrivalPage({ step, others, error, again, refuse }: ArrivalPageProps): ReactNode {
  const { t, formats } = useTexts();
  const day =
    step.kind === "KEEP" && step.deletionAt !== null ? formats.day(new Date(step.deletionAt)) : "";
  return (
    <Doorway title={t(`arrival.title.${step.kind}`)} lead={t(`arrival.lead.${step.kind}`, { day })}>
      <NextStep step={step} others={others} error={error} again={again} refuse={refuse} />
    </Doorway>
  );
}

interface ArrivalPageProps {
  readonly step: ArrivalStep;
  /** The person's other workspaces, for one that is closed. */
  readonly others: readonly Me["workspace"][];
  readonly error: unknown;
  /** Asks the API again. */
  readonly again: () => void;
  /** Shows the step of a refusal that an act got. */
  readonly refuse: (refusal: Problem) => void;
}

function NextStep({ step, others, error, again, refuse }: ArrivalPageProps): ReactNode {
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
    case "WORKSPACE_SUSPENDED":
      return others.map(({ workspaceId, name }) => (
        <OpenButton
          key={workspaceId}
          name={t("arrival.openWorkspace", { workspace: name })}
          at={workspaceId}
        />
      ));
    case "OTHER_WORKSPACE":
      return <OpenButton name={t("arrival.openUsual")} at={null} />;
    case "UNAVAILABLE":
      return <Failed error={error} retry={again} />;
    default:
      return null;
  }
}

/**
 * Opens the console in another workspace; null for the usual one. The page begins anew, so that nothing of the former
 * one stays.
 */
function OpenButton({
  name,
  at,
}: {
  readonly name: string;
  readonly at: string | null;
}): ReactNode {
  return (
    <Button kind="go" onPress={() => location.assign(withWorkspace(CONSOLE_PATHS.inbox, at))}>
      {name}
    </Button>
  );
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
