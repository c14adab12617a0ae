import { type ReactNode, useState } from "react";
import { Problem } from "../../api/problem.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { problemText, withRequest } from "../../kit/problem-text.ts";
import { Failed } from "../../kit/states.tsx";
import { beginSignIn } from "../../session/session.ts";
import { useTexts, type Texts } from "../../texts/use-texts.ts";

/** A look that was refused: the missing permission by name, or the sign-in with a second factor. */
export function LookFailed({ error, retry }: LookFailedProps): ReactNode {
  const texts = useTexts();
  if (!(error instanceof Problem) || !isOwn(error)) return <Failed error={error} retry={retry} />;
  return (
    <div className="note warn stack" role="alert">
      <p>{supportProblem(texts, error)}</p>
      {error.code === "SIGN_IN_AGAIN" && <StrongerSignIn acrValues={acrOf(error)} />}
    </div>
  );
}

interface LookFailedProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** The sentence for a refusal on pages of support, else the general one, with its request. */
export function supportProblem(texts: Texts, error: unknown): string {
  if (!(error instanceof Problem && isOwn(error))) return problemText(texts, error);
  return withRequest(texts, error, ownSentence(texts, error));
}

function ownSentence({ t, known }: Texts, { code, details, errors }: Problem): string {
  if (code === "FORBIDDEN")
    return t("support.noPermission", { permission: String(details["permission"]) });
  if (code === "STATE_CONFLICT")
    return known("support.conflict.", errors[0]?.code ?? "", "support.refusal.STATE_CONFLICT");
  return known("support.refusal.", code, "problem.UNKNOWN");
}

/** A sign-in leaves the page, so nothing is sent; the same address opens afterwards. */
function StrongerSignIn({ acrValues }: { readonly acrValues: string | null }): ReactNode {
  const { t } = useTexts();
  const { session } = useConsole();
  const [isBusy, setIsBusy] = useState(false);
  const go = () => {
    setIsBusy(true);
    beginSignIn(session, acrValues === null ? {} : { acrValues }).catch(() => setIsBusy(false));
  };
  return (
    <p>
      <Button kind="go" isPending={isBusy} onPress={go}>
        {t("support.secondFactor")}
      </Button>
    </p>
  );
}

const isOwn = ({ code, details }: Problem): boolean =>
  OWN_REFUSALS.has(code) || (code === "FORBIDDEN" && typeof details["permission"] === "string");

const OWN_REFUSALS: ReadonlySet<string> = new Set([
  "INVITATION_CONSUMED",
  "INVITATION_REVOKED",
  "NOT_FOUND",
  "REASON_REQUIRED",
  "RELATIONSHIP_INACTIVE",
  "SIGN_IN_AGAIN",
  "STATE_CONFLICT",
  "TASK_CLOSED",
]);

function acrOf({ details }: Problem): string | null {
  const found = details["acrValues"];
  return typeof found === "string" ? found : null;
}
