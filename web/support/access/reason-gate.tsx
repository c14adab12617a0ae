import { type ReactNode, useState } from "react";
import { MAX_REASON_LENGTH } from "../../../contract/accounts/support-vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type Subject, cleanReason } from "./access-reason.ts";
import { useReasons } from "./use-reasons.tsx";

/** Shows its content while a reason counts for the subject; before, and afterwards, it asks for one. */
export function ReasonGate({ subject, children }: ReasonGateProps): ReactNode {
  const { t } = useTexts();
  const { inForce, give } = useReasons();
  if (inForce(subject) !== null) return children;
  return (
    <section className="card reason-gate" aria-labelledby="reason-title">
      <header>
        <Icon name="lock" />
        <h2 id="reason-title">{t("support.why")}</h2>
      </header>
      <div className="in">
        <ReasonForm key={subject} go={t("support.look")} take={(text) => give(subject, text)} />
      </div>
    </section>
  );
}

interface ReasonGateProps {
  readonly subject: Subject;
  readonly children: ReactNode;
}

/** The field of a reason, which must not be empty. */
export function ReasonForm({ go, take }: ReasonFormProps): ReactNode {
  const { t } = useTexts();
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const text = cleanReason(typed);
        setIsWrong(text === null);
        if (text !== null) take(text);
      }}
    >
      <TextField
        label={t("support.reason")}
        hint={t("support.reasonHint")}
        error={isWrong ? t("support.reasonMissing") : null}
        value={typed}
        change={setTyped}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <p>
        <Button kind="go" type="submit">
          {go}
        </Button>
      </p>
    </form>
  );
}

interface ReasonFormProps {
  readonly go: string;
  readonly take: (text: string) => void;
}
