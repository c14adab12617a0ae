import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { MAX_REASON_LENGTH } from "../../../contract/accounts/support-vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type Subject, cleanReason } from "./access-reason.ts";
import { supportProblem } from "./look-failed.tsx";
import { useReasons } from "./use-reasons.tsx";

/**
 * Asks before an act on somebody's records, with its reason for the audit, and shows its outcome. The reason that
 * counts for the person is filled in; that of a list is not, because each person needs their own.
 */
export function ActDialog<Result>({ title, lead, go, ...rest }: ActDialogProps<Result>): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { subject, act, outcome, close, isBad = false, content, children } = rest;
  const { inForce } = useReasons();
  const keyOf = useActKey();
  const [typed, setTyped] = useState(() => (subject ? (inForce(subject)?.text ?? "") : ""));
  const [isWrong, setIsWrong] = useState(false);
  const run = useMutation({
    mutationFn: async (reason: string) => await act({ reason, key: keyOf([reason, content]) }),
  });
  const submit = () => {
    const reason = cleanReason(typed);
    setIsWrong(reason === null);
    if (reason !== null && !run.isPending) run.mutate(reason);
  };
  if (run.isSuccess)
    return (
      <Dialog
        title={title}
        close={close}
        footer={
          <Button kind="go" autoFocus onPress={close}>
            {t("frame.close")}
          </Button>
        }
      >
        <p role="status">{outcome(run.data)}</p>
      </Dialog>
    );
  return (
    <Dialog title={title} close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{lead}</p>
        {children}
        <TextField
          label={t("support.reason")}
          hint={t("support.actReasonHint")}
          error={isWrong ? t("support.reasonMissing") : null}
          value={typed}
          change={setTyped}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          autoFocus={children === undefined}
        />
        {run.isError && (
          <p className="error" role="alert">
            {supportProblem(texts, run.error)}
          </p>
        )}
        <p className="row-h">
          <Button kind={isBad ? "bad" : "go"} type="submit" isPending={run.isPending}>
            {go}
          </Button>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

interface ActDialogProps<Result> {
  readonly title: string;
  readonly lead: string;
  /** The verb of the act. */
  readonly go: string;
  /** The person whom the act is about; null if it is about nobody. */
  readonly subject: Subject | null;
  readonly act: (request: ActRequest) => Promise<Result>;
  /** Describes the outcome of the act. */
  readonly outcome: (result: Result) => string;
  readonly close: () => void;
  readonly isBad?: boolean;
  /** Content of the act besides its reason. Other content makes another act. */
  readonly content?: string;
  /** Fields of that content. */
  readonly children?: ReactNode;
}

/** The reason of an act, and the key that its retries share. */
export interface ActRequest {
  readonly reason: string;
  readonly key: string;
}
