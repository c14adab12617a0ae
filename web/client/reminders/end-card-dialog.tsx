import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { refusalText } from "../../plans/words/refusal-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { PLAN_ACT_PATHS } from "../plans/plan-acts.ts";
import { type AskedPlan, usePlanAct } from "../plans/use-plan-act.ts";

/** Says what the end of a card does, and asks. It cannot be taken back. */
export function EndCardDialog(asked: AskedPlan): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const { client, plan, close } = asked;
  const { title } = plan;
  const sent = usePlanAct(asked, {
    content: "END",
    send: async (params) => await answer(api.POST(PLAN_ACT_PATHS.END, { params })),
    said: t("reminders.ended", { title }),
  });
  return (
    <Dialog
      title={t("reminders.endAsk", { title })}
      close={close}
      footer={
        <DialogActs
          keep={t("reminders.keep")}
          kind="bad"
          go={t("reminders.endGo")}
          autoFocus
          sent={sent}
          send={() => sent.mutate()}
          close={close}
        />
      }
    >
      <p>{t("reminders.endEffect", { name: client.clientDisplayName })}</p>
      {sent.isError && (
        <p className="error" role="alert">
          {refusalText(texts, sent.error)}
        </p>
      )}
    </Dialog>
  );
}
