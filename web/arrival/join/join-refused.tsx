import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Doorway } from "../doorway.tsx";
import { SignInWith } from "../sign-in-with.tsx";
import { type JoinRefusal, type Joiner, asksForOtherSignIn } from "./join-step.ts";

/** Why the invitation cannot be joined, and the next step. */
export function JoinRefused({ refusal, joiner, again, leave }: JoinRefusedProps): ReactNode {
  const { t } = useTexts();
  return (
    <Doorway title={t(`join.refusedTitle.${refusal}`)} lead={t(`join.refusedLead.${refusal}`)}>
      {asksForOtherSignIn(refusal) && <SignInWith alias="" name={t("join.otherSignIn")} />}
      {refusal === "WORKSPACE_SUSPENDED" && (
        <Button kind="go" onPress={again}>
          {t("frame.retry")}
        </Button>
      )}
      <Button kind="quiet" onPress={leave}>
        {t(refusal === "ALREADY_MEMBER" ? "join.open" : `join.leave.${joiner}`)}
      </Button>
    </Doorway>
  );
}

interface JoinRefusedProps {
  readonly refusal: JoinRefusal;
  readonly joiner: Joiner;
  /** Asks for the invitation again. */
  readonly again: () => void;
  readonly leave: () => void;
}
