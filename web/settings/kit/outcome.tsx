import type { ReactNode } from "react";
import { Problem } from "../../api/problem.ts";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { FreshAct } from "../settings-search.ts";
import { FreshSignIn } from "./fresh-sign-in.tsx";
import { refusalText } from "./refusal-text.ts";

/**
 * Outcome of an act, next to its button: done, or refused and why. An act that wants a fresh sign-in offers it, if its
 * name is given.
 */
export function Outcome({ act, done, fresh }: OutcomeProps): ReactNode {
  const texts = useTexts();
  const { error, isSuccess } = act;
  if (error !== null && fresh !== undefined && isStale(error)) return <FreshSignIn act={fresh} />;
  if (error !== null) {
    const requestId = error instanceof Problem ? error.requestId : null;
    return (
      <div className="note warn" role="alert">
        <p>{refusalText(texts, error)}</p>
        {requestId !== null && (
          <p className="mono">{texts.t("frame.requestId", { id: requestId })}</p>
        )}
      </div>
    );
  }
  return (
    <p className="t-done setting-done" role="status">
      {isSuccess && (
        <>
          <Icon name="check" />
          {done}
        </>
      )}
    </p>
  );
}

interface OutcomeProps {
  readonly act: { readonly error: Error | null; readonly isSuccess: boolean };
  /** Text once the act is done. */
  readonly done: string;
  /** The act's name in the address over a fresh sign-in. */
  readonly fresh?: FreshAct;
}

const isStale = (error: Error) => error instanceof Problem && error.code === "SIGN_IN_AGAIN";
