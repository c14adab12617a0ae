import type { ReactNode } from "react";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { refusalText } from "../../plans/words/refusal-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { PlanAct } from "./plan-acts.ts";
import type { AskedPlan } from "./use-plan-act.ts";

/** The dialog of an act on a plan of the client: what the act does, the fields that it needs, and why it was refused. */
export function PlanDialog({ act, asked, sent, children, ...acts }: PlanDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { client, plan, close } = asked;
  const values = { title: plan.title, name: client.clientDisplayName };
  const isEnd = act === "END";
  return (
    <Dialog
      title={t(`clientPlans.ask.${act}`, values)}
      close={close}
      footer={
        <DialogActs
          {...acts}
          {...(isEnd && { keep: t("clientPlans.keep") })}
          kind={isEnd ? "bad" : "go"}
          go={t(`clientPlans.go.${act}`)}
          sent={sent}
          send={() => sent.mutate()}
          close={close}
        />
      }
    >
      <p>{t(`clientPlans.effect.${act}`, values)}</p>
      {children}
      {sent.error !== null && (
        <p className="error" role="alert">
          {refusalText(texts, sent.error)}
        </p>
      )}
    </Dialog>
  );
}

interface PlanDialogProps {
  readonly act: PlanAct;
  readonly asked: AskedPlan;
  /** The act; an error that a field shows is null here. */
  readonly sent: {
    readonly mutate: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  /** For a dialog that has nothing to fill in. */
  readonly autoFocus?: boolean;
  /** Why the act cannot be sent yet. */
  readonly offReason?: string | null;
  readonly children: ReactNode;
}
